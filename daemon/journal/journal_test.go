package journal_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"touchmove/daemon/journal"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

var header = trace.Header{Board: "hall-7", Start: rules.StartFEN, Laws: rules.FIDE2009, ScanHz: 200, WrittenBy: "test"}

// records returns one record of each kind, with times in whole microseconds, as the format has
// them.
func records() []trace.Record {
	var start sensors.Scan
	for sq := range start {
		start[sq] = sensors.Empty
		if sq < 16 || sq >= 48 {
			start[sq] = sensors.Occupied
		}
	}
	at := func(ms int) time.Duration { return time.Duration(ms) * time.Millisecond }
	return []trace.Record{
		{At: 0, What: trace.Scan{Board: start}},
		{At: at(1523), What: trace.Change{Square: rules.E2, Is: sensors.Empty}},
		{At: at(1900), What: trace.Change{Square: rules.E4, Is: sensors.Occupied}},
		{At: at(2400), What: trace.Press{By: rules.White}},
		{At: at(9000), What: trace.Command{ID: "a-1", Do: trace.DoNote, What: "späte Ankunft – \"8 min\""}},
		{At: at(9000), What: trace.Change{Square: rules.E7, Is: sensors.Unknown}},
	}
}

func write(t *testing.T, path string, records []trace.Record) {
	t.Helper()
	j, err := journal.Create(journal.OS{}, path, header)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range records {
		if err := j.Append(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestOpenGivesBackWhatWasAppended(t *testing.T) {
	path := filepath.Join(t.TempDir(), "20261121t182200123z.jsonl")
	want := records()
	write(t, path, want[:4])
	for i := 4; i < len(want); i++ { // reopened for each further record
		j, kept, err := journal.Open(journal.OS{}, path)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(kept.Records, want[:i]) || len(kept.Torn) != 0 || kept.Last() != want[i-1].At {
			t.Fatalf("opened with %d records: got %v", i, kept)
		}
		if kept.Header.Board != "hall-7" || kept.Header.WrittenBy != "test" {
			t.Errorf("header %+v", kept.Header)
		}
		if err := j.Append(want[i]); err != nil {
			t.Fatal(err)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// Whatever length a power cut leaves, what comes back is a prefix of what was written, without a
// partial record, and the next record follows it.
func TestCutAtEveryByte(t *testing.T) {
	want := records()
	disk := newMemory()
	if _, err := play(disk, want); err != nil {
		t.Fatal(err)
	}
	text := disk.files[name].text
	head := bytes.IndexByte(text, '\n') + 1
	next := trace.Record{At: time.Minute, What: trace.Press{By: rules.Black}}
	for _, fill := range []int{0, 1, 4096} { // zeros after the cut, as a lengthened file has them
		for n := head; n <= len(text); n++ {
			disk.files[name] = &content{text: append(bytes.Clone(text[:n]), make([]byte, fill)...)}
			j, kept, err := journal.Open(disk, name)
			if err != nil {
				t.Fatalf("cut at byte %d of %d and %d zeros: %v", n, len(text), fill, err)
			}
			got := len(kept.Records)
			if got > len(want) || !reflect.DeepEqual(kept.Records, want[:got:got]) && got > 0 {
				t.Fatalf("cut at byte %d: records %v are no prefix", n, kept.Records)
			}
			lines := bytes.Count(text[:n], []byte{'\n'}) - 1
			if got < lines {
				t.Fatalf("cut at byte %d: %d records of %d whole lines", n, got, lines)
			}
			if got == 0 { // a trace begins with a whole reading
				next.What = want[0].What
			}
			if err := j.Append(next); err != nil {
				t.Fatal(err)
			}
			if err := j.Close(); err != nil {
				t.Fatal(err)
			}
			again, kept, err := journal.Open(disk, name)
			if err != nil {
				t.Fatalf("cut at byte %d, then a record: %v", n, err)
			}
			again.Close()
			if len(kept.Records) != got+1 || kept.Records[got] != next {
				t.Fatalf("cut at byte %d: the record after it came back as %v", n, kept.Records[got:])
			}
			next.What = trace.Press{By: rules.Black}
		}
	}
}

// A page that the disk never wrote reads as zeros in front of lines that it did write: everything
// from the first zero on was neither synced nor published.
func TestHoleInTheTail(t *testing.T) {
	path := filepath.Join(t.TempDir(), "hole.jsonl")
	want := records()
	write(t, path, want)
	text, _ := os.ReadFile(path)
	lines := bytes.SplitAfter(text, []byte{'\n'})
	hole := len(lines[0]) + len(lines[1]) + len(lines[2]) + 5
	clear(text[hole : hole+20])
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
	j, kept, err := journal.Open(journal.OS{}, path)
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	if !reflect.DeepEqual(kept.Records, want[:2]) || len(kept.Torn) == 0 {
		t.Errorf("kept %v and %d torn bytes", kept.Records, len(kept.Torn))
	}
}

func TestDamageIsNotGuessedAt(t *testing.T) {
	path := filepath.Join(t.TempDir(), "damaged.jsonl")
	write(t, path, records())
	text, _ := os.ReadFile(path)
	damaged := bytes.Replace(text, []byte(`"square":"e4"`), []byte(`"square":"e9"`), 1)
	if err := os.WriteFile(path, damaged, 0o644); err != nil {
		t.Fatal(err)
	}
	_, _, err := journal.Open(journal.OS{}, path)
	if err == nil || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), "line 4") {
		t.Fatalf("error %v does not name %s, line 4", err, path)
	}
	if after, _ := os.ReadFile(path); !bytes.Equal(after, damaged) {
		t.Error("a damaged journal was changed by looking at it")
	}
}

func TestCreateOverwritesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "taken.jsonl")
	write(t, path, records())
	before, _ := os.ReadFile(path)
	if _, err := journal.Create(journal.OS{}, path, header); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("a second Create gave %v", err)
	}
	if after, _ := os.ReadFile(path); !bytes.Equal(after, before) {
		t.Error("the journal that was there changed")
	}
}

func TestOneDaemonAJournal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "locked.jsonl")
	j, err := journal.Create(journal.OS{}, path, header)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := journal.Open(journal.OS{}, path); err == nil || !strings.Contains(err.Error(), "another touchmove") {
		t.Errorf("a second daemon was let in: %v", err)
	}
	j.Close()
	again, _, err := journal.Open(journal.OS{}, path)
	if err != nil {
		t.Fatalf("after the first has gone: %v", err)
	}
	again.Close()
}

func TestLatest(t *testing.T) {
	dir := t.TempDir()
	if path, err := journal.Latest(filepath.Join(dir, "none")); path != "" || err != nil {
		t.Errorf("no directory: %q, %v", path, err)
	}
	began := time.Date(2026, 11, 21, 18, 22, 0, 123e6, time.UTC)
	names := []string{"notes.txt", "zz.jsonl", journal.Name(began.Add(-time.Hour)), journal.Name(began), journal.Name(began.Add(time.Hour)) + ".new"}
	for _, name := range names {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, journal.Name(began.Add(2*time.Hour))), 0o755); err != nil {
		t.Fatal(err)
	}
	path, err := journal.Latest(dir)
	if err != nil || filepath.Base(path) != "20261121t182200123z.jsonl" {
		t.Errorf("latest is %q, %v", path, err)
	}
	if got, err := journal.Began(path); err != nil || !got.Equal(began) {
		t.Errorf("began %v, %v; want %v", got, err, began)
	}
}

var errDisk = errors.New("input/output error")

// A clock that jumps ahead deletes no journal: not at once, not if it stays wrong, and not when it
// is right again. Journals that are old by day after day of play are deleted.
func TestPruneByAWrongClock(t *testing.T) {
	day := 24 * time.Hour
	began := time.Date(2026, 11, 21, 18, 0, 0, 0, time.UTC)
	season := func(keep, every time.Duration, n int, jumps map[int]time.Duration) (deleted int) {
		dir, at := t.TempDir(), began
		for i := range n {
			at = at.Add(every + jumps[i])
			path := filepath.Join(dir, journal.Name(at))
			must(t, os.WriteFile(path, nil, 0o644))
			gone, err := journal.Prune(dir, journal.Retention{Keep: keep}, path)
			must(t, err)
			deleted += len(gone)
		}
		return deleted
	}
	for name, jumps := range map[string]map[int]time.Duration{
		"to 2099":              {60: 73 * 365 * day},
		"a year ahead, thrice": {40: 365 * day, 60: 365 * day, 80: 365 * day},
	} {
		if n := season(730*day, day, 100, jumps); n != 0 {
			t.Errorf("%s: %d journals are deleted", name, n)
		}
	}
	for name, jumps := range map[string]map[int]time.Duration{
		"a year ahead":          {60: 365 * day},
		"a year ahead and back": {60: 365 * day, 70: -365 * day},
		"a year back and ahead": {60: -365 * day, 70: 365 * day},
	} {
		if n := season(10*day, time.Hour, 100, jumps); n != 0 {
			t.Errorf("%s, with ten days to be kept: %d journals of four days are deleted", name, n)
		}
	}
	if n := season(150*day, day, 250, nil); n < 50 {
		t.Errorf("of 250 days %d journals are deleted, and 150 days are to be kept", n)
	}
	if n := season(730*day, 20*day, 60, nil); n < 20 {
		t.Errorf("of 1200 days with a game every 20, %d journals are deleted", n)
	}
}

// A journal that may not be fully delivered stays, whatever the rule, and the next oldest ones are
// deleted. Only so many of the last journals are protected.
func TestPruneKeepsWhatIsOwed(t *testing.T) {
	began := time.Date(2026, 11, 21, 18, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		r       journal.Retention
		n       int
		owed    []int
		deleted []int
	}{
		{journal.Retention{Size: 3000}, 6, []int{0, 2}, []int{1, 3}},
		{journal.Retention{Keep: time.Hour}, 23, []int{1}, []int{0, 2}},
		{journal.Retention{Size: 257_000}, 258, []int{0, 1, 2}, []int{0}},       // a day of blitz without a broker
		{journal.Retention{Size: 255_000}, 258, []int{0, 1, 2}, []int{0, 1, 3}}, // the 256 last ones are protected, and only they
	} {
		dir, path := t.TempDir(), ""
		var want []string
		for i := range c.n {
			path = filepath.Join(dir, journal.Name(began.Add(time.Duration(i)*24*time.Hour)))
			must(t, os.WriteFile(path, make([]byte, 1000), 0o644))
			if slices.Contains(c.owed, i) {
				must(t, os.WriteFile(path+".untold", nil, 0o644))
			}
			if slices.Contains(c.deleted, i) {
				want = append(want, path)
			}
		}
		got, err := journal.Prune(dir, c.r, path)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%+v of %d, owed %d: deleted %v, %v; want %v", c.r, c.n, c.owed, got, err, want)
		}
	}
}

// Journals are deleted by age, but never the last twenty, and by size, oldest first. The current
// journal and the one before it always stay.
func TestPrune(t *testing.T) {
	day := 24 * time.Hour
	now := time.Date(2026, 11, 21, 18, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name string
		r    journal.Retention
		n    int // journals, a day apart, of 1000 bytes each
		left int
	}{
		{"all are kept", journal.Retention{}, 30, 30},
		{"by age", journal.Retention{Keep: 24*day + time.Hour}, 30, 25},
		{"by age, but twenty", journal.Retention{Keep: time.Hour}, 30, 20},
		{"by size", journal.Retention{Size: 10500}, 30, 10},
		{"by size, but two", journal.Retention{Size: 1}, 30, 2},
		{"by age, few", journal.Retention{Keep: time.Hour}, 3, 3},
		{"by age, many", journal.Retention{Keep: time.Hour}, 60, 50},
	} {
		dir := t.TempDir()
		path := ""
		for i := c.n - 1; i >= 0; i-- {
			path = filepath.Join(dir, journal.Name(now.Add(-time.Duration(i)*day)))
			if err := os.WriteFile(path, make([]byte, 1000), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		aside := filepath.Join(dir, journal.Name(now.Add(-time.Duration(c.n-1)*day))+".torn") // what was cut off the oldest
		if err := os.WriteFile(aside, nil, 0o644); err != nil {
			t.Fatal(err)
		}
		deleted, err := journal.Prune(dir, c.r, path)
		if _, err := os.Stat(aside); (err == nil) != (c.left == c.n) {
			t.Errorf("%s: what was cut off the oldest: %v", c.name, err)
		}
		os.Remove(aside)
		left, _ := filepath.Glob(filepath.Join(dir, "*"+journal.Suffix))
		if err != nil || len(left) != c.left || len(deleted) != c.n-c.left || left[len(left)-1] != path {
			t.Errorf("%s: %d left of %d, %d deleted, %v; want %d left", c.name, len(left), c.n, len(deleted), err, c.left)
		}
	}
}
