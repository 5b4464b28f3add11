package configs

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// span is a piece of the file, in bytes.
type span struct{ from, to int }

// places says where in a file each value stands. A value's path is its dotted
// key, with the index of list elements in brackets: board[0].wiring.squares[2].
// A table's span is its name in the header.
type places struct {
	text []byte
	at   map[string]span
}

// findPlaces reads the file once more for positions alone. It stops at the
// first syntax error, which the decoder has already told.
func findPlaces(text []byte) *places {
	p := &places{text: text, at: map[string]span{}}
	var parser unstable.Parser
	parser.Reset(text)
	counts := map[string]int{}
	table := ""
	for parser.NextExpression() {
		e := parser.Expression()
		switch e.Kind {
		case unstable.Table:
			path, at := keyPath(e, "", counts)
			table = path
			p.note(path, at)
		case unstable.ArrayTable:
			path, at := keyPath(e, "", counts)
			table = path + index(counts[path])
			counts[path]++
			p.note(table, at)
		case unstable.KeyValue:
			p.pair(e, table, counts)
		}
	}
	return p
}

// keyPath joins a dotted key below a table. A part that is a list of tables
// means its last element, unless it is the end of the key.
func keyPath(e *unstable.Node, table string, counts map[string]int) (string, span) {
	path := table
	var at span
	parts := e.Key()
	for first := true; parts.Next(); first = false {
		key := parts.Node()
		if n := counts[path]; n > 0 && !first {
			path += index(n - 1)
		}
		if path != "" {
			path += "."
		}
		path += string(key.Data)
		if first {
			at.from = int(key.Raw.Offset)
		}
		at.to = int(key.Raw.Offset + key.Raw.Length)
	}
	return path, at
}

func (p *places) pair(e *unstable.Node, table string, counts map[string]int) {
	path, key := keyPath(e, table, counts)
	p.value(path, e.Value(), counts)
	p.note(path, key)
}

func (p *places) value(path string, v *unstable.Node, counts map[string]int) {
	p.note(path, p.rawSpan(v))
	children := v.Children()
	switch v.Kind {
	case unstable.Array:
		for i := 0; children.Next(); {
			if child := children.Node(); child.Kind != unstable.Comment {
				p.value(path+index(i), child, counts)
				i++
			}
		}
	case unstable.InlineTable:
		for children.Next() {
			if child := children.Node(); child.Kind == unstable.KeyValue {
				p.pair(child, path, counts)
			}
		}
	}
}

// note keeps the first place of a path. A list has no place of its own in the
// syntax tree: its key stands for it.
func (p *places) note(path string, at span) {
	if _, ok := p.at[path]; !ok && at.to > at.from {
		p.at[path] = at
	}
}

// rawSpan is where a value stands, without the quotes of a text.
func (p *places) rawSpan(v *unstable.Node) span {
	at := span{int(v.Raw.Offset), int(v.Raw.Offset + v.Raw.Length)}
	if at.to > len(p.text) || at.to-at.from < 2 {
		return at
	}
	raw := p.text[at.from:at.to]
	if v.Kind == unstable.String && len(raw) > 2 && raw[0] == raw[len(raw)-1] && raw[1] != raw[0] {
		return span{at.from + 1, at.to - 1}
	}
	return at
}

// written says whether a key or a table stands in the file.
func (p *places) written(path string) bool {
	_, ok := p.at[path]
	return ok
}

// pathAt gives the path of the value that begins at a byte of the file, or the
// byte after it (a text begins with its quote).
func (p *places) pathAt(from int) (string, span, bool) {
	for path, at := range p.at {
		if at.from == from || at.from == from+1 {
			return path, at, true
		}
	}
	return "", span{}, false
}

// find gives the place of a value, or of the innermost table or list around it
// that is written in the file.
func (p *places) find(path string) (span, bool) {
	for {
		if at, ok := p.at[path]; ok {
			return at, true
		}
		cut := strings.LastIndexAny(path, ".[")
		if cut < 0 {
			return span{}, false
		}
		path = path[:cut]
	}
}

// mark fills in where a fault stands: its line, the line's text and the
// columns meant.
func (p *places) mark(f *Fault, at span) {
	before := p.text[:at.from]
	start := bytes.LastIndexByte(before, '\n') + 1
	end := len(p.text)
	if n := bytes.IndexByte(p.text[start:], '\n'); n >= 0 {
		end = start + n
	}
	f.Line = bytes.Count(before, []byte{'\n'}) + 1
	f.Source = strings.TrimSuffix(string(p.text[start:end]), "\r")
	// Just past the end is where something is missing.
	f.Column = min(at.from-start, len(f.Source)) + 1
	f.Width = max(1, min(at.to, start+len(f.Source))-at.from)
}

// offset is where a line and column (both from 1) stand in the file.
func (p *places) offset(line, column int) int {
	at := 0
	for ; line > 1; line-- {
		n := bytes.IndexByte(p.text[at:], '\n')
		if n < 0 {
			break
		}
		at += n + 1
	}
	return min(at+max(column-1, 0), len(p.text))
}

func index(i int) string { return "[" + strconv.Itoa(i) + "]" }
