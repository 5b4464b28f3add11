package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
)

func main() {
	root := flag.String("root", ".", "`folder` of the module")
	long := flag.Bool("long", false, "name the files of every knot and the ten largest of each kind")
	limits := flag.Bool("limits", false, "fail when a figure is above its limit")
	flag.Parse()
	if flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	over, err := run(os.Stdout, *root, *long)
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "house:", err)
		os.Exit(1)
	case over > 0 && *limits:
		fmt.Fprintf(os.Stderr, "house: %d figures are above their limits\n", over)
		os.Exit(1)
	}
}

// figure is a row of the table; limit 0 is none.
type figure struct {
	what  string
	value int
	limit int
	where string
}

// run measures and prints, and returns how many figures are above their limits.
func run(w io.Writer, root string, long bool) (over int, err error) {
	s, err := load(root)
	if err != nil {
		return 0, err
	}
	table := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	fmt.Fprintln(table, "figure\tnow\tat most\twhere")
	for _, f := range s.figures() {
		limit := "-"
		if f.limit > 0 {
			limit = fmt.Sprint(f.limit)
			if f.value > f.limit {
				limit += " !"
				over++
			}
		}
		fmt.Fprintf(table, "%s\t%d\t%s\t%s\n", f.what, f.value, limit, f.where)
	}
	if err := table.Flush(); err != nil {
		return over, err
	}
	if long {
		s.details(w)
	}
	return over, nil
}

// limitOf has the largest knot that a package may have, in lines.
var limitOf = map[string]int{"daemon": 1500, "broadcast": 1500, "configs": 1200, "reconcile": 500, "reconcile/article4": 500, "reconcile/decoder": 500}

func (s *source) figures() []figure {
	var all []figure
	for _, p := range s.packages {
		k := p.knot(s)
		if limit := limitOf[p.path]; limit > 0 {
			all = append(all, figure{"largest knot, lines: " + p.path, k.lines, limit, fmt.Sprintf("%d of %d files", len(k.files), len(p.files))})
		}
	}
	way, returns := passed(s.follow("daemon", "BoardLoop.take", "trace.Record", "reconcile", "sensors"))
	passes := figure{"files that a record passes", len(way), 5, fmt.Sprintf("comes back to one %d times: %s", returns, strings.Join(way, " "))}
	if len(way) == 0 && slices.ContainsFunc(s.packages, func(p *pkg) bool { return p.path == "daemon" }) {
		passes.value, passes.where = 1000, "not measured: daemon has no BoardLoop.take any more, from where it is followed"
	}
	moves := s.moveTypes()
	all = append(all, passes, s.hopsFigure(), figure{"types of a move that was made", len(moves), 3, strings.Join(moves, " ")})
	decoding := s.callers("broadcast", "broadcast/request.go", "ReadPayload", "ParseRequest")
	chip, command := plainest(s.chips()), plainest(s.commands())
	all = append(all,
		figure{"files that name the plainest chip", len(chip.files), 0, chip.name + ": " + strings.Join(chip.files, " ")},
		figure{"files that name the plainest command", len(command.files), 2, command.name + ": " + strings.Join(command.files, " ")},
		figure{"places that decode a command", len(decoding), 3, strings.Join(decoding, " ")},
	)
	wide, deep := s.structs()[0], s.functions()[0]
	program, others := s.lines()
	return append(all,
		figure{"widest struct, fields", wide.size, 25, wide.name},
		figure{"most complex function", deep.size, 25, deep.name},
		figure{"folders with Go at the top, beside internal and test", len(s.folders()), 11, strings.Join(s.folders(), " ")},
		figure{"lines of Go in the program", program, 0, ""},
		figure{"lines of Go that test and measure, beside tests", others, 0, ""},
	)
}

func (s *source) hopsFigure() figure {
	f := figure{what: "objects that hold a reading, driver to MQTT", limit: 12}
	objects, err := s.hops(legs)
	if f.value, f.where = len(objects), strings.Join(objects, " "); err != nil {
		f.value, f.where = 1000, "not measured: "+err.Error()+": mend the table legs"
	}
	return f
}

// smallKnot is how many lines of a knot anybody can hold in the head: those below
// it are not listed, but for the largest of all.
const smallKnot = 1000

func (s *source) details(w io.Writer) {
	fmt.Fprintln(w, "\nknots:")
	most := 0
	for _, p := range s.packages {
		most = max(most, p.knot(s).lines)
	}
	for _, p := range s.packages {
		if k := p.knot(s); k.lines > 0 && k.lines >= min(smallKnot, most) {
			fmt.Fprintf(w, "  %s: %d lines in %d of %d files: %s\n", p.path, k.lines, len(k.files), len(p.files), bases(k.files))
		}
	}
	for _, list := range []struct {
		title string
		all   []spread
	}{{"files that name a chip", s.chips()}, {"files that name a command", s.commands()}} {
		fmt.Fprintf(w, "\n%s:\n", list.title)
		for _, x := range list.all {
			fmt.Fprintf(w, "  %d %s: %s\n", len(x.files), x.name, bases(x.files))
		}
	}
	for _, list := range []struct {
		title string
		all   []sized
	}{{"functions by complexity", s.functions()}, {"structs by fields", s.structs()}} {
		fmt.Fprintf(w, "\n%s:\n", list.title)
		for _, x := range list.all[:min(15, len(list.all))] {
			fmt.Fprintf(w, "  %s\n", x)
		}
	}
}

func bases(files []string) string {
	short := make([]string, len(files))
	for i, f := range files {
		short[i] = strings.TrimSuffix(filepath.Base(f), ".go")
	}
	return strings.Join(short, " ")
}
