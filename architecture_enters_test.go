package touchmove_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// enters lists how time, files, chance and so on enter the program. what is the first
// words of a row in docs/architecture.md. names are the functions and types that bring
// it in; * stands for all of a package.
var enters = []struct {
	what  string
	names map[string][]string // by import path, or by its prefix if it ends in /
}{
	{"clocks", map[string][]string{
		"time":    clock,
		"context": {"WithTimeout", "WithTimeoutCause", "WithDeadline", "WithDeadlineCause"},
	}},
	{"files", map[string][]string{
		"os": {"Open", "OpenFile", "OpenRoot", "OpenInRoot", "Create", "CreateTemp", "MkdirTemp", "ReadFile", "WriteFile", "Rename", "Remove", "RemoveAll",
			"Mkdir", "MkdirAll", "ReadDir", "Stat", "Lstat", "Chmod", "Chown", "Symlink", "Link", "Truncate", "DirFS", "CopyFS"},
		"path/filepath":                {"Glob", "Walk", "WalkDir", "EvalSymlinks"},
		"github.com/prometheus/procfs": {"*"},
	}},
	{"network", map[string][]string{
		"net": {"Listen", "ListenTCP", "ListenUnix", "ListenUnixgram", "ListenUDP", "ListenPacket", "ListenConfig", "FileListener",
			"Dial", "DialTimeout", "DialTCP", "DialUnix", "Dialer", "LookupHost", "LookupIP", "DefaultResolver", "Interfaces", "InterfaceAddrs"},
		"net/http":                                  {"Server", "Client", "Transport", "DefaultClient", "Get", "Head", "Post", "PostForm", "ListenAndServe", "ListenAndServeTLS", "Serve"},
		"crypto/tls":                                {"Dial", "DialWithDialer", "Dialer", "Listen", "NewListener"},
		"github.com/eclipse/paho.mqtt.golang":       {"NewClient"},
		"github.com/coreos/go-systemd/":             {"*"},
		"github.com/mochi-mqtt/server/v2":           {"New"},
		"github.com/gorilla/websocket":              {"*"},
		"github.com/coder/websocket":                {"*"},
		"github.com/mochi-mqtt/server/v2/listeners": {"NewTCP", "NewWebsocket", "NewUnixSock"},
	}},
	{"hardware", map[string][]string{"periph.io/x/host/": {"*"}, "github.com/warthog618/": {"*"}}},
	{"chance", map[string][]string{"math/rand": {"*"}, "math/rand/v2": {"*"}, "crypto/rand": {"*"}}},
	{"other programs", map[string][]string{"os/exec": {"*"}, "os/signal": {"*"}, "os": {"StartProcess", "FindProcess"}}},
}

// The table in docs/architecture.md of what enters where is true: every package in a
// row brings that in, and no other package does. Tests and their helpers are left out.
func TestWhereTheWorldEnters(t *testing.T) {
	said := entersTable(t)
	places := map[string]map[string][]string{} // by what enters and by package
	for file, dir := range sources(t) {
		for what, at := range entries(t, file) {
			if places[what] == nil {
				places[what] = map[string][]string{}
			}
			places[what][dir] = append(places[what][dir], at)
		}
	}
	for _, e := range enters {
		row, ok := said[e.what]
		if !ok {
			t.Errorf("docs/architecture.md has no row for %s", e.what)
			continue
		}
		found := places[e.what]
		for _, dir := range slices.Sorted(maps.Keys(found)) {
			if !slices.Contains(row, dir) && !(driver(dir) && slices.Contains(row, drivers)) {
				t.Errorf("%s enter in %s, and docs/architecture.md does not say so:\n\t%s", e.what, dir, strings.Join(found[dir], "\n\t"))
			}
		}
		for _, dir := range row {
			if found[dir] == nil && dir != drivers {
				t.Errorf("docs/architecture.md says that %s enter in %s, and nothing there brings them in", e.what, dir)
			}
		}
	}
}

// drivers is the entry of the table for all packages that read a chip.
const drivers = "sensors/<chip>"

// entersTable reads the table: the packages between backticks, by the first words of
// their row.
func entersTable(t *testing.T) map[string][]string {
	t.Helper()
	text, err := os.ReadFile("docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, ok := strings.Cut(string(text), "## Where time, files and chance enter")
	if !ok {
		t.Fatal("docs/architecture.md does not say where time, files and chance enter")
	}
	table, _, _ = strings.Cut(table, "\n## ")
	named := regexp.MustCompile("`([^`]+)`")
	rows := map[string][]string{}
	what := ""
	for line := range strings.Lines(table) {
		cells := strings.Split(line, "|")
		if len(cells) < 4 {
			continue
		}
		if first, _, _ := strings.Cut(strings.TrimSpace(cells[1]), ","); first != "" {
			what = first // otherwise the row goes on
		}
		for _, m := range named.FindAllStringSubmatch(cells[2], -1) {
			rows[what] = append(rows[what], m[1])
		}
	}
	return rows
}

// sources returns the program's files with their folders, without tests and their
// helpers.
func sources(t *testing.T) map[string]string {
	t.Helper()
	files := map[string]string{}
	for dir := range packages(t) {
		if strings.HasPrefix(dir, "test/") || strings.HasSuffix(dir, "test") || strings.Contains(dir, "/internal/") {
			continue
		}
		list, err := filepath.Glob(dir + "/*.go")
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range list {
			if !strings.HasSuffix(file, "_test.go") {
				files[file] = dir
			}
		}
	}
	return files
}

// entries returns what enters in a file, each with the first place where it does.
func entries(t *testing.T, file string) map[string]string {
	t.Helper()
	fset := token.NewFileSet()
	parsed, err := parser.ParseFile(fset, file, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	asked := map[string]map[string][]string{} // by the file's name for the package, and by what enters
	for _, i := range parsed.Imports {
		imported, err := strconv.Unquote(i.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range enters {
			for from, names := range e.names {
				if imported == from || strings.HasSuffix(from, "/") && strings.HasPrefix(imported, from) {
					name := nameOf(i, imported)
					if asked[name] == nil {
						asked[name] = map[string][]string{}
					}
					asked[name][e.what] = names
				}
			}
		}
	}
	found := map[string]string{}
	ast.Inspect(parsed, func(n ast.Node) bool {
		s, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		x, ok := s.X.(*ast.Ident)
		if !ok {
			return true
		}
		for what, names := range asked[x.Name] {
			if found[what] == "" && (slices.Contains(names, "*") || slices.Contains(names, s.Sel.Name)) {
				found[what] = fmt.Sprintf("%s: %s.%s", fset.Position(n.Pos()), x.Name, s.Sel.Name)
			}
		}
		return true
	})
	return found
}

// nameOf returns the name by which a file refers to a package that it imports.
func nameOf(i *ast.ImportSpec, imported string) string {
	if i.Name != nil {
		return i.Name.Name
	}
	name := path.Base(imported)
	if regexp.MustCompile(`^v\d+$`).MatchString(name) {
		name = path.Base(path.Dir(imported))
	}
	return name
}
