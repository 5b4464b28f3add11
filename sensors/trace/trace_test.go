package trace_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"touchmove/internal/goldentest"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// read reads a whole trace; err is nil if it reaches the end.
func read(t *testing.T, in io.Reader) (trace.Header, []trace.Record, *trace.Reader, error) {
	t.Helper()
	d, err := trace.NewReader(in)
	if err != nil {
		return trace.Header{}, nil, nil, err
	}
	var all []trace.Record
	for r, err := range d.All() {
		if err != nil {
			return d.Header(), all, d, err
		}
		all = append(all, r)
	}
	return d.Header(), all, d, nil
}

// write returns the canonical bytes of a trace.
func write(t *testing.T, h trace.Header, records []trace.Record) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := trace.NewWriter(&out, h)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range records {
		if err := w.Write(r); err != nil {
			t.Fatal(err)
		}
	}
	return out.Bytes()
}

// Each file in testdata/good is read, and NAME.canonical is what is written from it.
func TestGood(t *testing.T) {
	files, err := filepath.Glob("testdata/good/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatal("no good traces", err)
	}
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			raw, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			h, records, d, err := read(t, bytes.NewReader(raw))
			if err != nil {
				t.Fatal(err)
			}
			got := write(t, h, records)
			if d.Warning() != nil {
				got = append(got, "warning: "+d.Warning().Error()+"\n"...)
			}
			goldentest.Check(t, strings.TrimSuffix(name, ".jsonl")+".canonical", got)
		})
	}
}

// Each file in testdata/bad is refused with the one-line error in NAME.error.
func TestBad(t *testing.T) {
	files, err := filepath.Glob("testdata/bad/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatal("no bad traces", err)
	}
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			raw, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			_, _, d, err := read(t, bytes.NewReader(raw))
			var fault *trace.Error
			if !errors.As(err, &fault) {
				t.Fatalf("got %v, want a *trace.Error", err)
			}
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("more than one line: %q", err)
			}
			text := strings.Replace(err.Error(), strings.Join(commandNames(), ", "), "{commands}", 1)
			goldentest.Check(t, strings.TrimSuffix(name, ".jsonl")+".error", []byte(text+"\n"))
			if d != nil {
				if _, again := d.Next(); again != err {
					t.Errorf("after %v Next returned %v", err, again)
				}
			}
		})
	}
}

// commandNames returns the names of all commands, in the order of the table.
func commandNames() (names []string) {
	for _, kind := range trace.Commands() {
		names = append(names, kind.Name)
	}
	return names
}

func TestRecordedTraces(t *testing.T) {
	for name, want := range map[string]struct {
		records int
		sensing sensors.Sensing
		hz      float64
	}{
		"testdata/recorded/promotion-01.jsonl.gz": {501, sensors.Occupancy, 50},
		"testdata/recorded/polarity-03.jsonl.gz":  {491, sensors.Polarity, 200},
	} {
		t.Run(filepath.Base(name), func(t *testing.T) {
			f, err := os.Open(name)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			h, records, d, err := read(t, f)
			if err != nil || d.Warning() != nil {
				t.Fatal(err, d.Warning())
			}
			if len(records) != want.records || h.Sensing != want.sensing || h.ScanHz != want.hz {
				t.Errorf("got %d records of a %v board at %v Hz", len(records), h.Sensing, h.ScanHz)
			}
			// Written again, the trace has the same bytes, since recorders write in
			// canonical form.
			plain := write(t, h, records)
			if int64(len(plain)) != d.Offset() {
				t.Errorf("%d bytes written, %d read", len(plain), d.Offset())
			}
			_, again, _, err := read(t, bytes.NewReader(plain))
			if err != nil {
				t.Fatal(err)
			}
			for i := range records {
				if again[i] != records[i] {
					t.Fatalf("record %d: %v became %v", i, records[i], again[i])
				}
			}
		})
	}
}

// A power cut may leave any prefix of a trace. Each prefix is read without an error up
// to its last complete line, and a Writer can continue from there.
func TestTornAnywhere(t *testing.T) {
	whole, err := os.ReadFile("testdata/good/as-in-the-format.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	_, all, _, err := read(t, bytes.NewReader(whole))
	if err != nil {
		t.Fatal(err)
	}
	all = all[:len(all)-1] // without the end, so that more may follow
	body := bytes.IndexByte(whole, '\n')
	for cut := range whole {
		h, got, d, err := read(t, bytes.NewReader(whole[:cut]))
		if cut < body {
			if err == nil || !strings.HasPrefix(err.Error(), "line 1: ") {
				t.Fatalf("cut in the header at %d: %v", cut, err)
			}
			continue
		}
		if err != nil {
			t.Fatalf("cut at %d: %v", cut, err)
		}
		lines := bytes.Count(whole[:cut], []byte{'\n'}) - 1
		torn := cut > body && whole[cut-1] != '\n'
		if cut == body {
			lines, torn = 0, false
		}
		if torn && whole[cut] == '\n' {
			lines, torn = lines+1, false
		}
		if len(got) != lines || (d.Warning() != nil) != torn {
			t.Fatalf("cut at %d: %d records instead of %d, warning %v", cut, len(got), lines, d.Warning())
		}
		if len(got) > len(all) {
			continue
		}
		on := bytes.NewBuffer(bytes.Clone(whole[:d.Offset()]))
		w, err := d.Continue(on)
		if err != nil {
			t.Fatal(err)
		}
		last := time.Duration(0)
		if lines > 0 {
			last = got[lines-1].At
		}
		more := trace.Record{At: last, What: trace.Scan{}}
		if err := w.Write(more); err != nil {
			t.Fatal(err)
		}
		h2, again, _, err := read(t, on)
		if err != nil || len(again) != lines+1 || again[lines] != more || h2.Start != h.Start {
			t.Fatalf("cut at %d and continued: %d records, %v", cut, len(again), err)
		}
	}
}

func TestWriterRefuses(t *testing.T) {
	polarity := trace.DefaultHeader()
	polarity.Sensing = sensors.Polarity
	scan := trace.Record{What: trace.Scan{}}
	us := time.Microsecond
	for _, c := range []struct {
		name   string
		header trace.Header
		before []trace.Record
		record trace.Record
		want   string
	}{
		{"no scan first", polarity, nil, trace.Record{What: trace.Press{}}, "the first record is not a scan"},
		{"back in time", polarity, []trace.Record{{At: 9 * us, What: trace.Scan{}}}, trace.Record{At: 8 * us, What: trace.Press{}}, "at_us goes back from 9 to 8"},
		{"in centuries", polarity, []trace.Record{{At: 9 * us, What: trace.Scan{}}}, trace.Record{At: 101 * 365 * 24 * time.Hour, What: trace.Press{}}, "a trace lasts at most a hundred years"},
		{"after the end", polarity, []trace.Record{scan, {What: trace.End{}}}, scan, "after the end"},
		{"negative time", polarity, nil, trace.Record{At: -us, What: trace.Scan{}}, "time is counted from 0"},
		{"between microseconds", polarity, nil, trace.Record{At: 1, What: trace.Scan{}}, "whole microseconds"},
		{"nothing told", polarity, nil, trace.Record{}, "without content"},
		{"no such square", polarity, []trace.Record{scan}, trace.Record{What: trace.Change{Square: rules.NoSquare, Is: sensors.Empty}}, "square number 64"},
		{"no such state", polarity, []trace.Record{scan}, trace.Record{What: trace.Change{Square: rules.E4, Is: 7}}, "square e4 is State(7)"},
		{"no such state in a scan", polarity, nil, trace.Record{What: trace.Scan{Board: sensors.Scan{rules.C2: 9}}}, "scan: c2 is State(9)"},
		{"no such player", polarity, []trace.Record{scan}, trace.Record{What: trace.Press{By: 2}}, "colour number 2"},
		{"colour unseen", trace.DefaultHeader(), []trace.Record{scan}, trace.Record{What: trace.Change{Square: rules.E4, Is: sensors.White}}, "square e4 is white on a board whose sensing is occupancy"},
		{"command without key", polarity, []trace.Record{scan}, trace.Record{What: trace.Command{Do: trace.DoPromote}}, `promote without a "piece"`},
		{"too long", polarity, []trace.Record{scan}, trace.Record{What: trace.Command{Do: trace.DoNote, What: strings.Repeat("x", trace.MaxLine)}}, "more than the 1048576 of the longest line"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out bytes.Buffer
			w, err := trace.NewWriter(&out, c.header)
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range c.before {
				if err := w.Write(r); err != nil {
					t.Fatal(err)
				}
			}
			kept := out.Len()
			if err := w.Write(c.record); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
			if out.Len() != kept {
				t.Error("something was written")
			}
			if len(c.before) > 0 && !strings.Contains(c.name, "end") {
				if err := w.Write(trace.Record{At: time.Second, What: trace.End{}}); err != nil {
					t.Errorf("a refusal stopped the writer: %v", err)
				}
			}
		})
	}
}

// A compressed trace that is cut short, for example by a power cut, also ends at its
// last complete line. A damaged one is an error.
func TestTornCompressed(t *testing.T) {
	raw, err := os.ReadFile("testdata/recorded/promotion-01.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	_, all, _, err := read(t, bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	longest := 0
	for cut := 2; cut < len(raw); cut += 37 {
		_, got, d, err := read(t, bytes.NewReader(raw[:cut]))
		if d == nil {
			if !strings.HasPrefix(err.Error(), "line 1: ") {
				t.Errorf("cut at %d: %v", cut, err)
			}
			continue
		}
		if err != nil || len(got) > len(all) || !slices.Equal(got, all[:len(got)]) {
			t.Fatalf("cut at %d: %d records, %v", cut, len(got), err)
		}
		longest = max(longest, len(got))
	}
	if longest < len(all)/2 {
		t.Errorf("at most %d of %d records came through", longest, len(all))
	}
	damaged := bytes.Clone(raw)
	damaged[len(raw)-6]++ // the checksum
	if _, _, _, err := read(t, bytes.NewReader(damaged)); err == nil || !strings.Contains(err.Error(), "gzip: invalid checksum") {
		t.Errorf("damaged: %v", err)
	}
}

func TestLongLines(t *testing.T) {
	head := write(t, trace.DefaultHeader(), []trace.Record{{What: trace.Scan{}}})
	line := func(n int) []byte {
		empty := len(trace.AppendRecord(nil, trace.Record{What: trace.Command{Do: trace.DoNote, Why: "x"}})) - 1
		return trace.AppendRecord(nil, trace.Record{What: trace.Command{Do: trace.DoNote, Why: strings.Repeat("x", n-empty)}})
	}
	if n := len(line(trace.MaxLine)); n != trace.MaxLine {
		t.Fatalf("a line of %d bytes", n)
	}
	if _, got, _, err := read(t, bytes.NewReader(append(bytes.Clone(head), line(trace.MaxLine)...))); err != nil || len(got) != 2 {
		t.Errorf("the longest line: %d records, %v", len(got), err)
	}
	for name, tail := range map[string][]byte{
		"one byte more":     line(trace.MaxLine + 1),
		"without an end":    bytes.Repeat([]byte{'x'}, 3<<20),
		"with one far away": append(bytes.Repeat([]byte{' '}, 3<<20), '\n'),
	} {
		_, _, _, err := read(t, bytes.NewReader(append(bytes.Clone(head), tail...)))
		if err == nil || err.Error() != "line 3: the line is longer than 1048576 bytes: no record is" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

type fullDisk struct{ room int }

func (f *fullDisk) Write(b []byte) (int, error) {
	if len(b) > f.room {
		return f.room, errors.New("no space left on device")
	}
	f.room -= len(b)
	return len(b), nil
}

func TestWriterStopsAtAFailedWrite(t *testing.T) {
	disk := &fullDisk{room: 300}
	w, err := trace.NewWriter(disk, trace.DefaultHeader())
	if err != nil {
		t.Fatal(err)
	}
	var first error
	for first == nil {
		first = w.Write(trace.Record{What: trace.Scan{}})
	}
	disk.room = 1 << 20
	if err := w.Write(trace.Record{What: trace.Scan{}}); err != first {
		t.Errorf("after %v: %v", first, err)
	}
	if _, err := trace.NewWriter(&fullDisk{}, trace.DefaultHeader()); err == nil {
		t.Error("a header that was not written gave no error")
	}
}

func TestNewWriterRefusesHeader(t *testing.T) {
	for want, change := range map[string]func(*trace.Header){
		"start is empty":                         func(h *trace.Header) { h.Start = "" },
		"start: placement: want 8 ranks":         func(h *trace.Header) { h.Start = "8/8 w - - 0 1" },
		"start: placement: White has no king":    func(h *trace.Header) { h.Start = "8/8/8/8/8/8/8/8 w - - 0 1" },
		"scan_hz is -1":                          func(h *trace.Header) { h.ScanHz = -1 },
		`history move 1: "castle" is not a move`: func(h *trace.Header) { h.History = []string{"castle"} },
		"setup: black has a count below 0":       func(h *trace.Header) { h.Setup.Illegal[rules.Black] = -1 },
		"laws: ":                                 func(h *trace.Header) { h.Laws = 99 },
		"is not one of the constants":            func(h *trace.Header) { h.Mode = 9 },
	} {
		h := trace.DefaultHeader()
		change(&h)
		var out bytes.Buffer
		if _, err := trace.NewWriter(&out, h); err == nil || !strings.Contains(err.Error(), want) || out.Len() > 0 {
			t.Errorf("got %v and %d bytes, want %q", err, out.Len(), want)
		}
	}
}

// A trace with checksums reads as it was written and continues with checksums. If one
// letter of it changes, it is refused, and the error names the line.
func TestChecked(t *testing.T) {
	raw, err := os.ReadFile("testdata/good/as-in-the-format.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	h, records, _, err := read(t, bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	records = records[:len(records)-1] // without its end
	var out bytes.Buffer
	w, err := trace.NewCheckedWriter(&out, h)
	if err != nil {
		t.Fatal(err)
	}
	half := len(records) / 2
	for i, r := range records {
		if i == half { // another process continues
			_, _, d, err := read(t, bytes.NewReader(out.Bytes()))
			if err != nil {
				t.Fatal(err)
			}
			if w, err = d.Continue(&out); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Write(r); err != nil {
			t.Fatal(err)
		}
	}
	text := out.Bytes()
	goldentest.Check(t, "testdata/checked.jsonl", text)
	for line := range bytes.Lines(text) {
		if !trace.Checked(line) || trace.Checked(line[1:]) {
			t.Errorf("%s is not what its checksum says", line)
		}
	}
	again, got, d, err := read(t, bytes.NewReader(text))
	if err != nil || !slices.Equal(got, records) || again.Start != h.Start || d.Offset() != int64(len(text)) {
		t.Fatalf("read again: %v, %v, up to byte %d of %d", got, err, d.Offset(), len(text))
	}
	crc := regexp.MustCompile(`,"crc":"[0-9a-f]{16}"`)
	if got := write(t, again, got); !bytes.Equal(got, crc.ReplaceAll(text, nil)) {
		t.Errorf("without its checksums it is %s", got)
	}
	for _, c := range []struct{ from, to, says string }{
		{`"fide-2009"`, `"fide-2005"`, "line 1: the line is not as it was written"},
		{`"square":"e2"`, `"square":"e3"`, "line 3: the line is not as it was written"},
		{`"at_us":1900000`, `"at_us":1900001`, "line 4: the line is not as it was written"},
		{`"clock":"white","crc":`, `"clock":"white","crd":`, "line 5: the line has no crc, and line 1 has one"},
	} {
		damaged := bytes.Replace(text, []byte(c.from), []byte(c.to), 1)
		_, _, _, err := read(t, bytes.NewReader(damaged))
		if bytes.Equal(damaged, text) || err == nil || !strings.HasPrefix(err.Error(), c.says) {
			t.Errorf("%s: %v, want %s", c.to, err, c.says)
		}
		mended := crc.ReplaceAll(damaged[:bytes.IndexByte(damaged, '\n')], nil) // as the error message says
		mended = append(mended, crc.ReplaceAll(damaged[bytes.IndexByte(damaged, '\n'):], nil)...)
		if _, got, _, err := read(t, bytes.NewReader(mended)); err != nil || len(got) != len(records) {
			t.Errorf("%s: mended by hand it is refused: %v", c.to, err)
		}
	}
}
