package trace_test

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"touchmove/sensors/trace"
)

// Everything that can be read can be written and reads the same again. Writing it a
// second time gives the same bytes.
func FuzzRead(f *testing.F) {
	for _, pattern := range []string{"testdata/good/*.jsonl", "testdata/bad/*.jsonl", "testdata/recorded/*.gz"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			f.Fatal(err)
		}
		for _, name := range files {
			raw, err := os.ReadFile(name)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(raw)
		}
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		h, records, _, err := read(t, io.LimitReader(bytes.NewReader(raw), 1<<20))
		if h.Start == "" {
			if err == nil {
				t.Fatal("no header and no error")
			}
			return
		}
		canonical := write(t, h, records)
		h2, again, d, err := read(t, bytes.NewReader(canonical))
		if err != nil || d.Warning() != nil {
			t.Fatalf("%s: %v, %v", canonical, err, d.Warning())
		}
		if !slices.Equal(again, records) {
			t.Fatalf("%v became %v", records, again)
		}
		if !bytes.Equal(write(t, h2, again), canonical) {
			t.Fatalf("%s is not stable", canonical)
		}
	})
}

// A record reads the same in the short canonical form and with a space that forces
// the general parser.
func FuzzRecordBothWays(f *testing.F) {
	for _, line := range []string{
		`{"at_us":0,"scan":"oooooooo/oooooooo/......../......../......../......../oooooooo/oooooooo"}`,
		`{"at_us":1523000,"square":"e2","is":"empty"}`,
		`{"at_us":1523000,"square":"h8","is":"unknown"}`,
		`{"at_us":0,"clock":"white"}`,
		`{"at_us":01,"clock":"black"}`,
		`{"at_us":999999999999999,"end":true}`,
		`{"at_us":9223372036854775,"end":true}`,
		`{"at_us":1,"square":"e2","is":"}`,
		`{"at_us":1,"scan":"}`,
		`{"at_us":,"end":true}`,
		`{"at_us":5,"square":"e2","is":"x","is":"empty"}`,
	} {
		f.Add([]byte(line))
	}
	h := trace.DefaultHeader()
	f.Fuzz(func(t *testing.T, line []byte) {
		short, shortErr := trace.ParseRecord(line, &h)
		long, longErr := trace.ParseRecord(append([]byte{' '}, line...), &h)
		if (shortErr == nil) != (longErr == nil) || short != long {
			t.Fatalf("%s: %v (%v) and %v (%v)", line, short, shortErr, long, longErr)
		}
	})
}

func BenchmarkRead(b *testing.B) {
	raw, err := os.ReadFile("testdata/recorded/promotion-01.jsonl.gz")
	if err != nil {
		b.Fatal(err)
	}
	d, err := trace.NewReader(bytes.NewReader(raw))
	if err != nil {
		b.Fatal(err)
	}
	var plain bytes.Buffer
	w, err := trace.NewWriter(&plain, d.Header())
	if err != nil {
		b.Fatal(err)
	}
	n := 0
	for r, err := range d.All() {
		if err == nil {
			err = w.Write(r)
		}
		if err != nil {
			b.Fatal(err)
		}
		n++
	}
	b.SetBytes(int64(plain.Len()))
	b.ReportAllocs()
	for b.Loop() {
		d, err := trace.NewReader(bytes.NewReader(plain.Bytes()))
		if err != nil {
			b.Fatal(err)
		}
		for _, err := range d.All() {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/record")
}

func BenchmarkWrite(b *testing.B) {
	w, err := trace.NewWriter(io.Discard, trace.DefaultHeader())
	if err != nil {
		b.Fatal(err)
	}
	records := []trace.Record{
		{What: trace.Scan{}}, {What: trace.Change{Square: 28, Is: 2}}, {What: trace.Press{}},
	}
	b.ReportAllocs()
	for b.Loop() {
		for _, r := range records {
			if err := w.Write(r); err != nil {
				b.Fatal(err)
			}
		}
	}
}
