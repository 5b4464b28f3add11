package journal_test

import (
	"bytes"
	"reflect"
	"slices"
	"strings"
	"testing"

	"touchmove/daemon/journal"
)

// kept returns a disk with a journal of these records, and the journal's text.
func kept(t *testing.T) (*memory, []byte) {
	t.Helper()
	disk := newMemory()
	if n, err := play(disk, records()); n != len(records()) || err != nil {
		t.Fatal(n, err)
	}
	return disk, disk.files[name].text
}

// Whichever bit of a journal a card flips, or whichever byte it replaces, the game does
// not silently become a different one. Either the journal reads as before, or it is
// refused, or it ends before the damage and reports that what followed may have been
// published.
func TestEveryBit(t *testing.T) {
	disk, text := kept(t)
	want, refused, cut, harmless := records(), 0, 0, 0
	_, whole, err := journal.Open(disk, name)
	if err != nil {
		t.Fatal(err)
	}
	first := whole.Header
	for i, is := range text {
		var others []byte
		for bit := range 8 {
			others = append(others, is^1<<bit)
		}
		for _, other := range append(others, 0, 0xff) {
			if other == is {
				continue
			}
			damaged := bytes.Clone(text)
			damaged[i] = other
			disk.files[name] = &content{text: damaged}
			j, got, err := journal.Open(disk, name)
			if err != nil {
				refused++
				if !strings.Contains(err.Error(), "line ") || !strings.Contains(err.Error(), name) {
					t.Fatalf("byte %d is %q: %v", i, other, err)
				}
				if !bytes.Equal(disk.files[name].text, damaged) {
					t.Fatalf("byte %d is %q: refused, and yet changed", i, other)
				}
				continue
			}
			j.Close()
			switch n := len(got.Records); {
			case reflect.DeepEqual(got.Records, want) && !got.Gap && len(got.Torn) <= 1:
				harmless++ // the name of a checksum's key, or the last newline
				if !reflect.DeepEqual(got.Header, first) {
					t.Fatalf("byte %d is %q: header %+v", i, other, got.Header)
				}
			case got.Gap && n < len(want) && slices.Equal(got.Records, want[:n]):
				cut++
			default:
				t.Fatalf("byte %d is %q: silently %v", i, other, got)
			}
		}
	}
	t.Logf("of %d bytes each with 10 others: %d refused, %d cut off and said, %d harmless", len(text), refused, cut, harmless)
	if refused < 6*len(text) || cut == 0 {
		t.Errorf("%d refused and %d cut off of %d bytes prove little", refused, cut, len(text))
	}
}

// Whatever a worn card returns for one of a journal's blocks (zeros, 0xff, another
// block of the same file), or repeats at its end, no different game results.
func TestEveryBlock(t *testing.T) {
	disk := newMemory()
	many := records()[:1]
	for i := range 200 {
		many = append(many, records()[1+i%2])
		many[i+1].At = many[i].At + 700*1000*1000
	}
	if n, err := play(disk, many); n != len(many) || err != nil {
		t.Fatal(n, err)
	}
	text := disk.files[name].text
	block := func(n int) []byte { return text[min(n*sector, len(text)):min((n+1)*sector, len(text))] }
	last := (len(text) - 1) / sector
	damages := map[string]func(n int) []byte{
		"zeros":   func(n int) []byte { return make([]byte, sector) },
		"erased":  func(n int) []byte { return bytes.Repeat([]byte{0xff}, sector) },
		"another": func(n int) []byte { return bytes.Clone(block(last - 1 - n)) },
	}
	for what, give := range damages {
		for n := 1; n < last-1; n++ {
			damaged := bytes.Clone(text)
			copy(damaged[n*sector:], give(n))
			disk.files[name] = &content{text: damaged}
			j, got, err := journal.Open(disk, name)
			switch {
			case err != nil && what == "another":
				continue
			case err != nil:
				t.Fatalf("block %d: %s: %v", n, what, err)
			}
			j.Close()
			kept := len(got.Records)
			if bytes.Equal(damaged, text) {
				continue
			}
			if !got.Gap || kept >= len(many) || !slices.Equal(got.Records, many[:kept]) || what == "another" {
				t.Fatalf("block %d: %s: silently %d records of %d, gap %v, torn %q", n, what, kept, len(many), got.Gap, got.Torn)
			}
		}
	}
	for back := 1; back <= 4; back++ { // the last blocks occur twice
		from := (last - back) * sector
		disk.files[name] = &content{text: append(bytes.Clone(text), text[from:]...)}
		if _, got, err := journal.Open(disk, name); err == nil {
			t.Errorf("the last %d bytes stand there twice: %d records of %d", len(text)-from, len(got.Records), len(many))
		}
	}
}
