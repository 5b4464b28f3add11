package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// quoted matches a command within a sentence, typed one on a line of a code block.
var (
	quoted = regexp.MustCompile("`(?:sudo )?(?:\\./bin/)?(touchmove [^`]*)`")
	typed  = regexp.MustCompile(`(?m)^ *(?:\$ )?(?:sudo )?(?:\./bin/)?(touchmove [a-z].*)$`)
)

// Every command shown in the documents exists and has the flags shown.
func TestCommandsInTheDocs(t *testing.T) {
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(pages) == 0 {
		t.Fatalf("no pages: %v", err)
	}
	for _, page := range append(pages, "../../README.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for i, block := range strings.Split(string(text), "```") {
			of := quoted
			if i%2 == 1 {
				of = typed
			}
			for _, m := range of.FindAllStringSubmatch(block, -1) {
				line, _, _ := strings.Cut(m[1], "  ") // the rest is a remark
				line, _, _ = strings.Cut(line, " | ")
				if problem := wrongCommand(strings.Fields(line)[1:]); problem != "" {
					t.Errorf("%s shows `%s`: %s", filepath.Base(page), line, problem)
				}
			}
		}
	}
}

// wrongCommand says what is wrong with a command line, without running it. It returns ""
// if nothing is.
func wrongCommand(args []string) string {
	for i := range args {
		args[i] = strings.Trim(args[i], "[]….,")
	}
	root := newRoot(&console{})
	cmd, rest, err := root.Find(args)
	if err != nil {
		return err.Error()
	}
	if cmd == root && len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		return "no such command"
	}
	for _, arg := range rest {
		name, _, _ := strings.Cut(arg, "=")
		switch {
		case strings.HasPrefix(name, "--") && len(name) > 2:
			if cmd.Flags().Lookup(name[2:]) == nil && cmd.InheritedFlags().Lookup(name[2:]) == nil && name != "--help" {
				return cmd.CommandPath() + " has no " + name
			}
		case strings.HasPrefix(name, "-") && len(name) == 2 && name != "-h":
			if cmd.Flags().ShorthandLookup(name[1:]) == nil {
				return cmd.CommandPath() + " has no " + name
			}
		}
	}
	return ""
}

// Each row of the symptoms in docs/hardware.md ends in a valid command.
func TestSymptoms(t *testing.T) {
	text, err := os.ReadFile("../../docs/hardware.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, ok := strings.Cut(string(text), "<!-- symptoms -->\n")
	table, _, end := strings.Cut(table, "<!-- end of symptoms -->")
	if !ok || !end {
		t.Fatal("docs/hardware.md has no table of symptoms")
	}
	rows := strings.Split(strings.TrimSpace(table), "\n")[2:]
	if len(rows) < 15 {
		t.Errorf("%d symptoms", len(rows))
	}
	for _, row := range rows {
		cells := strings.Split(strings.Trim(row, "| "), " | ")
		command, isCode := strings.CutPrefix(cells[len(cells)-1], "`touchmove ")
		if len(cells) != 3 || !isCode || !strings.HasSuffix(command, "`") {
			t.Errorf("%q does not end in a command", row)
			continue
		}
		if problem := wrongCommand(strings.Fields(strings.TrimSuffix(command, "`"))); problem != "" {
			t.Errorf("%q: %s", row, problem)
		}
	}
}
