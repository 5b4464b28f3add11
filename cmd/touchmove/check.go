package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"

	calibrationfile "touchmove/calibration/file"
	"touchmove/configs"
	"touchmove/internal/plaintext"
	"touchmove/internal/strict"
	"touchmove/rules/pgn"
	"touchmove/sensors/trace"
)

func newCheck(c *console) *cobra.Command {
	return &cobra.Command{
		Use:   "check FILE...",
		Short: "Find every fault in configurations, traces and PGN files",
		Long: `Check configurations and calibrations (.toml), traces (.jsonl, also .gz) and games (.pgn).
For a configuration, the passwords, certificates, groups and the event file that it names
are checked too. Each fault is printed with its file and line, what is wrong and what to
write instead; the last line is a count. Exit status 2 if there is an error, 0 if there
are only warnings.`,
		Example: `  touchmove check hall-7.toml
  touchmove check /etc/touchmove/*.toml round4.jsonl.gz round4.pgn`,
		Args: someFiles("name what to check"),
		RunE: func(_ *cobra.Command, args []string) error {
			report := report{paint: terminalPaint(), ascii: needsPlainSigns()}
			for _, file := range args {
				for _, fault := range checkFile(file) {
					report.add(fault)
				}
			}
			return report.end(c, len(args))
		},
	}
}

// checkFile returns the faults in a file of any kind that check knows.
func checkFile(name string) []strict.Fault {
	f, err := os.Open(name)
	if err != nil {
		return []strict.Fault{unreadable(name, err)}
	}
	defer f.Close()
	in := bufio.NewReaderSize(f, 64<<10)
	switch kindOf(name, in) {
	case "trace":
		return checkTrace(name, in)
	case "pgn":
		return checkPGN(name, in)
	}
	text, err := io.ReadAll(io.LimitReader(in, maxConfig+1))
	if err != nil {
		return []strict.Fault{unreadable(name, err)}
	}
	if len(text) > maxConfig && filepath.Ext(name) == ".toml" {
		return []strict.Fault{{File: name, What: fmt.Sprintf("larger than %d kB, too large for a configuration or calibration", maxConfig>>10), Remedy: "check whether something else was written into it"}}
	}
	if len(text) > maxConfig {
		return []strict.Fault{{File: name, What: "not a configuration, a trace or a PGN file", Remedy: "a configuration ends in .toml, a trace in .jsonl or .jsonl.gz, games in .pgn"}}
	}
	if calibrationfile.Is(text) {
		return checkSheet(name, text, time.Now())
	}
	config, faults := configs.Draft(name, text)
	switch {
	case config == nil:
		return faults
	case faults.Broken():
		return append(faults, missingFiles(name, config)...)
	}
	faults = append(faults, checkResources(name, config)...)
	return append(faults, checkCalibrations(name, config, time.Now())...)
}

// maxConfig is the largest size of a configuration in bytes, far more than any has.
const maxConfig = 1 << 20

// kindOf returns the kind of a file, from its name or else from how it begins.
func kindOf(name string, in *bufio.Reader) string {
	switch filepath.Ext(strings.TrimSuffix(name, ".gz")) {
	case ".jsonl":
		return "trace"
	case ".pgn":
		return "pgn"
	case ".toml":
		return "config"
	}
	start, _ := in.Peek(512)
	start = bytes.TrimLeft(start, " \t\r\n\xef\xbb\xbf")
	switch {
	case bytes.HasPrefix(start, []byte{0x1f, 0x8b}), bytes.HasPrefix(start, []byte("{")):
		return "trace"
	case bytes.HasPrefix(start, []byte("[Event ")):
		return "pgn"
	}
	return "config"
}

func unreadable(name string, err error) strict.Fault {
	var path *os.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	f := strict.Fault{File: name, What: err.Error()}
	switch {
	case errors.Is(err, os.ErrNotExist):
		f.What, f.Remedy = "there is no such file", "check the name and the directory"
	case errors.Is(err, os.ErrPermission):
		f.What, f.Remedy = "not allowed to read it", "`chmod +r "+name+"`, or run as its owner"
	case errors.Is(err, syscall.EISDIR):
		f.What, f.Remedy = "this is a directory", "name the files in it: `touchmove check "+filepath.Join(name, "*.toml")+"`"
	}
	return f
}

func checkTrace(name string, in io.Reader) []strict.Fault {
	r, err := trace.NewReader(in)
	if err != nil {
		return []strict.Fault{traceFault(name, err)}
	}
	for _, err := range r.All() {
		if err != nil {
			return []strict.Fault{traceFault(name, err)}
		}
	}
	if err := r.Warning(); err != nil {
		f := traceFault(name, err)
		f.Warning = true
		return []strict.Fault{f}
	}
	return nil
}

// traceFault splits a trace's error into its parts: the place, what is wrong, and what
// to do, which follows the last colon.
func traceFault(name string, err error) strict.Fault {
	f := strict.Fault{File: name}
	var at *trace.Error
	if errors.As(err, &at) {
		f.Line, err = at.Line, at.Err
	}
	f.What = err.Error()
	if i := strings.LastIndex(f.What, ": "); i > 0 {
		f.What, f.Remedy = f.What[:i], f.What[i+2:]
	}
	return f
}

func checkPGN(name string, in io.Reader) []strict.Fault {
	var faults []strict.Fault
	games := 0
	for _, err := range pgn.NewReader(in).All() {
		games++
		if err != nil {
			faults = append(faults, pgnFault(name, err))
		}
	}
	if games == 0 {
		faults = append(faults, strict.Fault{File: name, What: "no game in it", Remedy: "a game begins with its tags, as [Event \"...\"]"})
	}
	return faults
}

func pgnFault(name string, err error) strict.Fault {
	f := strict.Fault{File: name, What: err.Error()}
	var at *pgn.Error
	if errors.As(err, &at) {
		f.Line = at.Line
		f.What = fmt.Sprintf("game %d: %v", at.Game, at.Err)
		f.Remedy = "the other games are not affected; correct the move or remove the game before it"
	}
	return f
}

// report prints faults for people to read, and counts them.
type report struct {
	out    bytes.Buffer
	paint  paint
	ascii  bool
	errors int
	warned int
}

func (r *report) add(f strict.Fault) {
	what := r.paint.bad.Render(showable(strict.Short(f.What)))
	if f.Warning {
		r.warned++
		what = r.paint.warn.Render("warning: " + showable(strict.Short(f.What)))
	} else {
		r.errors++
	}
	fmt.Fprintf(&r.out, "%s %s\n", r.paint.bold.Render(showable(f.Place())+":"), what)
	if f.Column > 0 {
		r.excerpt(f)
	}
	if f.Remedy != "" {
		fmt.Fprintf(&r.out, "    %s\n", r.remedy(showable(strict.Short(f.Remedy))))
	}
	fmt.Fprintln(&r.out)
}

// How many columns of a line are printed at most, and how many of them before the faulty part. Only something that is
// no configuration has longer lines.
const (
	excerptWidth  = 160
	excerptBefore = 40
)

// excerpt prints the line, with carets below the faulty part; of a long line the columns around that.
func (r *report) excerpt(f strict.Fault) {
	bar, cut := "│", "…"
	if r.ascii {
		bar, cut = "|", "~"
	}
	line := printable(f.Source)
	number := fmt.Sprintf("%6d", f.Line)
	from := lipgloss.Width(printable(f.Source[:f.Column-1]))
	until := from + max(1, lipgloss.Width(printable(f.Source[f.Column-1:min(len(f.Source), f.Column-1+f.Width)])))
	if width := lipgloss.Width(line); width > excerptWidth {
		first := min(max(0, from-excerptBefore), width-excerptWidth)
		line = ansi.Cut(line, first, first+excerptWidth)
		if first > 0 {
			line = cut + ansi.TruncateLeft(line, 1, "")
		}
		if first+excerptWidth < width {
			line = ansi.Truncate(line, excerptWidth-1, "") + cut
		}
		from, until = from-first, min(until-first, excerptWidth)
	}
	gap, carets := strings.Repeat(" ", from), strings.Repeat("^", until-from)
	fmt.Fprintf(&r.out, "%s %s\n", r.paint.dim.Render(number+" "+bar), line)
	fmt.Fprintf(&r.out, "%s %s%s\n", r.paint.dim.Render(strings.Repeat(" ", len(number))+" "+bar), gap, r.paint.bad.Render(carets))
}

// printable replaces the characters of a line of a file that a terminal would obey. A tab becomes four columns.
func printable(s string) string {
	return strings.Map(func(c rune) rune {
		if plaintext.Unfit(c) {
			return ' '
		}
		return c
	}, strings.ReplaceAll(strings.ToValidUTF8(s, "?"), "\t", "    "))
}

// remedy colours the text between backquotes as something to type.
func (r *report) remedy(text string) string {
	var b strings.Builder
	for i, part := range strings.Split(text, "`") {
		if i%2 == 1 {
			b.WriteString(r.paint.info.Render(part))
		} else if part != "" {
			b.WriteString(r.paint.dim.Render(part))
		}
	}
	return b.String()
}

// end prints the report and its totals. If there are errors, it returns the exit status
// as an error.
func (r *report) end(c *console, files int) error {
	fmt.Fprintln(&r.out, r.paint.bold.Render(fmt.Sprintf("%s, %s in %s", plural(r.errors, "error"), plural(r.warned, "warning"), plural(files, "file"))))
	if _, err := r.out.WriteTo(colored(c.out)); err != nil {
		return err
	}
	if r.errors > 0 {
		return status(exitBad)
	}
	return nil
}

func plies(n int) string {
	if n == 1 {
		return "1 ply"
	}
	return fmt.Sprintf("%d plies", n)
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
