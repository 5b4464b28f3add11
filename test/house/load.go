package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// pkg is a package of the module, without its tests.
type pkg struct {
	path  string // relative to the module: daemon/journal
	files []*ast.File
	names []string // of the files, in order: daemon/journal/journal.go
	lines []int    // of each file
	info  *types.Info
	types *types.Package
}

// source is everything that is measured.
type source struct {
	module   string // its path
	fset     *token.FileSet
	packages []*pkg
}

// listed is a package as `go list` prints it.
type listed struct {
	ImportPath, Dir, Export string
	GoFiles                 []string
	Standard                bool
	Module                  *struct {
		Path string
		Main bool
	}
}

// load reads and type-checks every package of the module in the folder root. For
// imports from outside the module it reads the compiler's export data. The error names
// the package that does not compile.
func load(root string) (*source, error) {
	root, err := filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	command := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Dir,Export,GoFiles,Standard,Module", "./...")
	command.Dir, command.Stderr = root, os.Stderr
	out, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	exports := map[string]string{}
	var ours []listed
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var l listed
		if err := dec.Decode(&l); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		exports[l.ImportPath] = l.Export
		if l.Module != nil && l.Module.Main && len(l.GoFiles) > 0 {
			ours = append(ours, l)
		}
	}
	s := &source{fset: token.NewFileSet()}
	lookup := func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) }
	imports := importer.ForCompiler(s.fset, "gc", lookup)
	for _, l := range ours {
		p, err := s.check(root, l, imports)
		if err != nil {
			return nil, err
		}
		s.packages = append(s.packages, p)
	}
	return s, nil
}

func (s *source) check(root string, l listed, imports types.Importer) (*pkg, error) {
	module, below, _ := strings.Cut(l.ImportPath, "/")
	s.module = module
	p := &pkg{path: below, info: &types.Info{Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}, Types: map[ast.Expr]types.TypeAndValue{}}}
	var all []*ast.File
	for _, name := range l.GoFiles {
		full := filepath.Join(l.Dir, name)
		f, err := parser.ParseFile(s.fset, full, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		all = append(all, f)
		if ast.IsGenerated(f) {
			continue
		}
		short, err := filepath.Rel(root, full)
		if err != nil {
			return nil, err
		}
		p.files, p.names = append(p.files, f), append(p.names, short)
		p.lines = append(p.lines, s.fset.File(f.FileStart).LineCount())
	}
	var err error
	p.types, err = (&types.Config{Importer: imports}).Check(l.ImportPath, s.fset, all, p.info)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p.path, err)
	}
	return p, nil
}

// functions calls yield for every function and method with a body.
func (p *pkg) functions(yield func(file int, f *ast.FuncDecl)) {
	for i, file := range p.files {
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil {
				yield(i, f)
			}
		}
	}
}

// named returns a function's name as a reader would look for it: Board.Step.
func named(f *ast.FuncDecl) string {
	if f.Recv == nil || len(f.Recv.List) == 0 {
		return f.Name.Name
	}
	t := f.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
			continue
		case *ast.IndexExpr:
			t = x.X
			continue
		case *ast.Ident:
			return x.Name + "." + f.Name.Name
		}
		return f.Name.Name
	}
}
