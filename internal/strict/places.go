package strict

import (
	"bytes"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// span is a part of the file, in bytes.
type span struct{ from, to int }

// places says where in a file each value is. A value's path is its dotted key, with the
// index of list elements in brackets: board[0].wiring.squares[2]. The span of a table is
// the name in its header.
type places struct {
	text   []byte
	at     map[string]span
	values []value // in the order of the file
	many   *span   // a key behind more than any file has in one table, or such a header; likewise
	deep   *span   // a key, or a list in a list, of more levels than any file has; nothing after it is found
}

// mostLevels is how many levels a key may have, and how many lists may be in one another. A path
// is made for each of them, so that a line of 100,000 would take minutes and all memory.
const mostLevels = 32

// mostKeys is how many keys a table may have, and how many tables the file: the decoder compares
// each with all before it.
const mostKeys = 20000

// value is a value, or the header of a table.
type value struct {
	path string
	kind unstable.Kind
	raw  []byte // the text of the value; empty for a list or a table
	text string // what a text says, without its quotes and with its escapes resolved
	key  span   // the last part of its key; empty for an element of a list
	keys span   // the whole of its key
}

// findPlaces parses the file a second time, only to find where everything is. It stops at
// the first syntax error, which the decoder has already reported.
func findPlaces(text []byte) *places {
	p := &places{text: text, at: map[string]span{}}
	var parser unstable.Parser
	parser.Reset(text)
	counts := map[string]int{}
	table := ""
	keys, tables := 0, 0
	for p.deep == nil && parser.NextExpression() {
		e := parser.Expression()
		switch e.Kind {
		case unstable.Table:
			keys, tables = 0, tables+1
		case unstable.ArrayTable:
			keys = 0
		case unstable.KeyValue:
			keys++
		}
		if parts := e.Key(); max(keys, tables) > mostKeys && parts.Next() {
			key := parts.Node()
			p.many = &span{int(key.Raw.Offset), int(key.Raw.Offset + key.Raw.Length)}
			break
		}
		if p.tooDeep(e, 0); p.deep != nil {
			break
		}
		switch e.Kind {
		case unstable.Table:
			path, at, last := keyPath(e, "", counts)
			table = path
			p.values = append(p.values, value{path: path, kind: e.Kind, key: last, keys: at})
			p.note(path, at)
		case unstable.ArrayTable:
			path, at, last := keyPath(e, "", counts)
			table = path + Index(counts[path])
			counts[path]++
			p.values = append(p.values, value{path: path, kind: e.Kind, key: last, keys: at})
			p.note(table, at)
		case unstable.KeyValue:
			p.pair(e, table, counts)
		}
	}
	return p
}

// tooDeep notes an expression that has too many levels, below as many as there are around it.
func (p *places) tooDeep(e *unstable.Node, levels int) {
	for parts := e.Key(); parts.Next(); levels++ {
		if key := parts.Node(); levels >= mostLevels {
			p.deep = &span{int(key.Raw.Offset), int(key.Raw.Offset + key.Raw.Length)}
			return
		}
	}
	if e.Kind == unstable.KeyValue {
		p.nested(e.Value(), levels)
	}
}

// nested looks for too many levels in a value.
func (p *places) nested(v *unstable.Node, levels int) {
	if levels > mostLevels {
		at := p.rawSpan(v)
		p.deep = &span{at.from, at.from + 1}
		return
	}
	for children := v.Children(); p.deep == nil && children.Next(); {
		switch child := children.Node(); child.Kind {
		case unstable.KeyValue:
			p.tooDeep(child, levels)
		case unstable.Array, unstable.InlineTable:
			p.nested(child, levels+1)
		}
	}
}

// keyPath returns the path of a dotted key in a table. A part that names a list of tables
// means the list's last element, unless it is the end of the key. at is the span of the
// whole key, last that of its last part.
func keyPath(e *unstable.Node, table string, counts map[string]int) (path string, at, last span) {
	path = table
	parts := e.Key()
	for first := true; parts.Next(); first = false {
		key := parts.Node()
		if n := counts[path]; n > 0 && !first {
			path += Index(n - 1)
		}
		if path != "" {
			path += "."
		}
		path += string(key.Data)
		if first {
			at.from = int(key.Raw.Offset)
		}
		last = span{int(key.Raw.Offset), int(key.Raw.Offset + key.Raw.Length)}
		at.to = last.to
	}
	return path, at, last
}

func (p *places) pair(e *unstable.Node, table string, counts map[string]int) {
	path, key, last := keyPath(e, table, counts)
	p.value(path, e.Value(), last, key, counts)
	p.note(path, key)
}

func (p *places) value(path string, v *unstable.Node, key, keys span, counts map[string]int) {
	raw := p.text[v.Raw.Offset : v.Raw.Offset+v.Raw.Length]
	is := value{path: path, kind: v.Kind, raw: raw, key: key, keys: keys}
	if v.Kind == unstable.String {
		is.text = string(v.Data)
	}
	p.values = append(p.values, is)
	p.note(path, p.rawSpan(v))
	children := v.Children()
	switch v.Kind {
	case unstable.Array:
		for i := 0; children.Next(); {
			if child := children.Node(); child.Kind != unstable.Comment {
				p.value(path+Index(i), child, span{}, span{}, counts)
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

// note records the first place of a path. A list has no place of its own in the syntax
// tree, so the place of its key is used.
func (p *places) note(path string, at span) {
	if _, ok := p.at[path]; !ok && at.to > at.from {
		p.at[path] = at
	}
}

// rawSpan returns the place of a value, without the quotes of a text.
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

// find returns the place of a value, or that of the innermost table or list around it that
// is in the file.
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

// mark fills in the place of a fault: its line, the text of the line and the columns.
func (p *places) mark(f *Fault, at span) {
	before := p.text[:at.from]
	start := bytes.LastIndexByte(before, '\n') + 1
	end := len(p.text)
	if n := bytes.IndexByte(p.text[start:], '\n'); n >= 0 {
		end = start + n
	}
	f.Line = bytes.Count(before, []byte{'\n'}) + 1
	f.Source = strings.TrimSuffix(string(p.text[start:end]), "\r")
	// A place just past the end is where something is missing.
	f.Column = min(at.from-start, len(f.Source)) + 1
	f.Width = max(1, min(at.to, start+len(f.Source))-at.from)
}

// offset returns the byte offset of a line and column (both from 1) in the file.
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
