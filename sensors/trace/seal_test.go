package trace_test

import (
	"bytes"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
)

// sealed returns a trace of bound lines with a seal, continued up to another seal.
func sealed(t *testing.T) []byte {
	t.Helper()
	text, err := os.ReadFile("testdata/checked.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	_, records, d, err := read(t, bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	out := bytes.NewBuffer(bytes.Clone(text))
	for range 2 {
		w, err := d.Continue(out)
		if err != nil {
			t.Fatal(err)
		}
		last := records[len(records)-1]
		if err := errors.Join(w.Seal(), w.Seal(), w.Write(last), w.Write(last), w.Seal()); err != nil {
			t.Fatal(err)
		}
		if _, _, d, err = read(t, bytes.NewReader(out.Bytes())); err != nil || !d.Sealed() || !d.Bound() {
			t.Fatalf("bound %v, sealed %v, %v\n%s", d.Bound(), d.Sealed(), err, out)
		}
	}
	return out.Bytes()
}

// Deleted, repeated, moved or inserted lines are detected anywhere. A sealed trace
// that is cut at its end is reported as not sealed.
func TestBoundLines(t *testing.T) {
	text := sealed(t)
	lines := bytes.SplitAfter(text, []byte{'\n'})
	lines = lines[:len(lines)-1]
	if seals := bytes.Count(text, []byte(`{"sealed":`)); seals != 3 || len(lines) != 13 {
		t.Fatalf("%d seals in %d lines:\n%s", seals, len(lines), text)
	}
	refused := func(what string, i int, lines [][]byte) {
		t.Helper()
		_, _, _, err := read(t, bytes.NewReader(bytes.Join(lines, nil)))
		if err == nil || !strings.HasPrefix(err.Error(), "line ") {
			t.Errorf("line %d %s: %v", i+1, what, err)
		}
	}
	other := bytes.Replace(text, []byte(`"board":"hall-7"`), []byte(`"board":"hall-8"`), 1)
	if _, _, _, err := read(t, bytes.NewReader(other)); err == nil {
		t.Error("another board's header is taken")
	}
	for i := range lines {
		if i+1 < len(lines) {
			refused("is deleted", i, slices.Delete(slices.Clone(lines), i, i+1))
		}
		if 0 < i && i+1 < len(lines) {
			swapped := slices.Clone(lines)
			swapped[i], swapped[i+1] = swapped[i+1], swapped[i]
			refused("is moved", i, swapped)
		}
		for at := i + 1; at <= len(lines); at++ {
			refused("is doubled", i, slices.Insert(slices.Clone(lines), at, lines[i]))
		}
	}
	for n := 1; n < len(lines); n++ { // cut at the end
		_, _, d, err := read(t, bytes.NewReader(bytes.Join(lines[:n], nil)))
		if seal := bytes.HasPrefix(lines[n-1], []byte(`{"sealed":`)); err != nil || d.Sealed() != seal {
			t.Errorf("cut to %d lines: sealed %v, %v", n, d.Sealed(), err)
		}
	}
}

// A trace of the previous version, whose checksums cover only their own lines, is
// read and continued in the same way, and is neither bound nor sealed.
func TestChecksumsOfEachLine(t *testing.T) {
	text, err := os.ReadFile("testdata/checked-each.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	_, records, d, err := read(t, bytes.NewReader(text))
	if err != nil || len(records) != 5 || d.Bound() {
		t.Fatal(records, err)
	}
	out := bytes.NewBuffer(text)
	w, err := d.Continue(out)
	if err := errors.Join(err, w.Write(records[4]), w.Seal()); err != nil {
		t.Fatal(err)
	}
	if _, again, d, err := read(t, out); err != nil || len(again) != 6 || d.Sealed() {
		t.Errorf("read %v, %v, sealed %v, want six records, not sealed", again, err, d.Sealed())
	}
}

// A trace that was repaired as the error message says is read, including its seals.
func TestMendedTraceHasNoSeals(t *testing.T) {
	text := sealed(t)
	first := bytes.IndexByte(text, '\n')
	cut := bytes.LastIndex(text[:first], []byte(`,"crc"`))
	mended := slices.Concat(text[:cut], []byte("}\n"), bytes.Replace(text[first+1:], []byte(`"clock":"white","crc":"`), []byte(`"clock":"white"}`+"\n"+`{"x":"`), 1))
	lines := bytes.SplitAfter(mended, []byte{'\n'})
	lines = slices.DeleteFunc(lines, func(l []byte) bool { return bytes.HasPrefix(l, []byte(`{"x"`)) })
	_, records, d, err := read(t, bytes.NewReader(bytes.Join(lines, nil)))
	if err != nil || len(records) != 9 || d.Sealed() {
		t.Errorf("%d records, sealed %v, %v", len(records), d.Sealed(), err)
	}
}
