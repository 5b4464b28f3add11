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

// figure is a row of the table.
type figure struct {
	what  string
	value int
	limit int // unlimited: none
	where string
}

// unlimited is the limit of a figure that is only printed.
const unlimited = -1

// unmeasured is the value of a figure for which the tool found nothing to measure. It is
// above every limit, so that a changed name does not keep a figure low.
const unmeasured = 1000

// counted returns the figure of a list that cannot be empty.
func counted(what string, limit int, list []string) figure {
	if len(list) == 0 {
		return figure{what, unmeasured, limit, "not measured: nothing of the kind is found any more"}
	}
	return figure{what, len(list), limit, strings.Join(list, " ")}
}

// spreadOver returns the figure of the item that the fewest files name, with the median
// and the item that the most files name beside it.
func spreadOver(what string, limit int, all []spread) figure {
	if len(all) == 0 {
		return counted(what, limit, nil)
	}
	byFiles := slices.SortedStableFunc(slices.Values(all), func(a, b spread) int { return len(a.files) - len(b.files) })
	least, median, most := byFiles[0], byFiles[len(all)/2], byFiles[len(all)-1]
	return figure{what, len(least.files), limit, fmt.Sprintf("%s: %s (median %d, most %d: %s)", least.name, strings.Join(least.files, " "), len(median.files), len(most.files), most.name)}
}

// run measures and prints, and returns how many figures exceed their limits.
func run(w io.Writer, root string, long bool) (over int, err error) {
	s, err := load(root)
	if err != nil {
		return 0, err
	}
	table := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	fmt.Fprintln(table, "figure\tnow\tat most\twhere")
	for _, f := range s.figures() {
		limit := "-"
		if f.limit != unlimited {
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

// limitOf is the limit of a package's largest knot, in lines. The decoder's search is one
// knot, in which every part prices and prunes the same hypotheses: its limit is close to
// its size, so that it does not grow unnoticed.
var limitOf = map[string]int{
	"daemon": 1500, "broadcast": 1500, "configs": 1200,
	"reconcile": 500, "reconcile/article4": 500, "reconcile/decoder": 6000,
}

func (s *source) figures() []figure {
	var all []figure
	for _, p := range s.packages {
		limit, limited := limitOf[p.path]
		if knots := p.knots(s); limited && len(knots) == 0 {
			all = append(all, figure{"largest knot, lines: " + p.path, 0, limit, fmt.Sprintf("none in %d files", len(p.files))})
		} else if limited {
			all = append(all, figure{"largest knot, lines: " + p.path, knots[0].lines, limit, fmt.Sprintf("of %d files: %s", len(p.files), worst(knots))})
		}
	}
	way, returns := passed(s.follow("daemon", "BoardLoop.step", "trace.Record", "reconcile", "sensors"))
	passes := counted("files that a record passes", 5, way)
	passes.where = fmt.Sprintf("comes back to one %d times: %s", returns, passes.where)
	objects, err := s.hops(legs)
	commands := s.commands()
	checks, missing := s.checks(carriers, forms, plainest(commands).name)
	functions := s.functions()
	program, others := s.lines()
	wide, data := s.widest()
	idle := s.unread("configs")
	return append(append(all,
		passes,
		orMissing(counted("objects that hold a reading, driver to MQTT", 12, objects), err),
		counted("types of a move that was made", 3, s.moveTypes()),
		spreadOver("files that name the plainest chip", 0, s.chips()),
		spreadOver("files that name the plainest command", 2, commands),
		counted("places that decode a command", 3, s.callers("broadcast", "broadcast/request.go", "ReadPayload", "ParseRequest")),
		orMissing(counted("places that check the plainest command", 3, checks), missing),
		figure{"keys and settings of configs that nothing reads", len(idle), 0, strings.Join(idle, ", ")},
		figure{"widest struct but tables of data, fields with embedded ones", wide[0].size, 25, worst(wide)},
		figure{"most complex function", functions[0].size, 25, worst(functions)},
		counted("folders with Go at the top, beside internal, test and examples", 11, s.folders()),
		figure{"lines of Go in the program", program, unlimited, ""},
		figure{"lines of Go that test and measure, beside tests", others, unlimited, ""},
	), data...)
}

// tables are the structs with more than 25 fields that are rows of data, which may grow: nobody
// has to hold them in the head. Every other struct is within the limit.
var tables = []struct{ name, what string }{
	{"reconcile/article4/edition.go edition", "a row of the table of editions"},
	{"sensors/sim/style.go Style", "a row of the table of how players move"},
	{"configs/file.go wiringTable", "every key that some wiring has"},
}

// widest returns the structs besides tables, the one with the most fields first, and a figure for each table.
func (s *source) widest() (widest []sized, data []figure) {
	all := s.structs()
	for _, t := range tables {
		i := slices.IndexFunc(all, func(x sized) bool { return x.name == t.name })
		if i < 0 {
			data = append(data, figure{"fields of a table of data", unmeasured, 25, "not measured: there is no " + t.name + " any more: mend the tool's table"})
			continue
		}
		data = append(data, figure{"fields of a table of data", all[i].size, unlimited, t.name + ": " + t.what})
		all = slices.Delete(all, i, i+1)
	}
	return all, data
}

// worst names the first three of a list, so that whoever mends the first sees what comes next.
func worst[T fmt.Stringer](all []T) string {
	var names []string
	for _, x := range all[:min(3, len(all))] {
		names = append(names, x.String())
	}
	return strings.Join(names, "; ")
}

// orMissing replaces a figure if a name that the tool follows no longer exists.
func orMissing(f figure, missing error) figure {
	if missing != nil {
		f.value, f.where = unmeasured, "not measured: "+missing.Error()+": mend the tool's table"
	}
	return f
}

func (s *source) details(w io.Writer) {
	var knots []sized
	for _, p := range s.packages {
		for _, k := range p.knots(s) {
			knots = append(knots, sized{p.path + ": " + bases(k.files), k.lines})
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
	}{{"knots by lines", largest(knots)}, {"functions by complexity", s.functions()}, {"structs by fields", s.structs()}} {
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
