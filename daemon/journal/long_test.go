package journal_test

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"touchmove/daemon/journal"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// long writes a journal of at least this many bytes, of a contact that chatters.
func long(t *testing.T, path string, bytes int) {
	t.Helper()
	list := records()[:1]
	for i := range bytes / len(`{"at_us":1000,"square":"a1","is":"empty","crc":"0123456701234567"}`) {
		is := []sensors.State{sensors.Empty, sensors.Occupied}[i%2]
		list = append(list, trace.Record{At: time.Duration(i) * time.Millisecond, What: trace.Change{Square: rules.A1, Is: is}})
	}
	j, err := journal.Create(journal.OS{}, path, header, list...)
	if err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
}

// A start that reads a long journal has the memory of the unit for all boards: it takes a few times the journal's
// length in all, and the records when it is done. The copy in memory is the same as if it had grown line by line.
func TestLongJournalTakesLittleMemory(t *testing.T) {
	const size = 8 << 20
	path := filepath.Join(t.TempDir(), "20261121t182200123z.jsonl")
	long(t, path, size)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	j, kept, err := journal.Open(journal.OS{}, path)
	runtime.ReadMemStats(&after)
	if err != nil {
		t.Fatal(err)
	}
	if n := int64(after.TotalAlloc - before.TotalAlloc); !raced && n > 6*size { // the race detector empties pools at random
		t.Errorf("reading %d MB takes %d MB", size>>20, n>>20)
	}
	was, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(path); err != nil { // it is written again from the copy
		t.Fatal(err)
	}
	if err := j.Append(trace.Record{At: kept.Last() + time.Second, What: trace.Press{By: rules.White}}); err != nil {
		t.Fatal(err)
	}
	if err := j.Sync(); err == nil {
		t.Error("it is not noticed that the journal was deleted")
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := journal.Read(path)
	if is, _ := os.ReadFile(path); err != nil || len(again.Records) != len(kept.Records)+1 || !bytes.HasPrefix(is, was[:bytes.LastIndexByte(was[:len(was)-1], '\n')]) {
		t.Errorf("%v: written again, the journal differs", err)
	}
}

// The check of all journals of a board keeps of each only what others may name: 50 of them are checked beside play.
func TestChainKeepsNoRecords(t *testing.T) {
	const size = 1 << 20
	dir := t.TempDir()
	path := filepath.Join(dir, "20261121t182200123z.jsonl")
	long(t, path, size)
	chain := journal.NewChain(dir)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	for i := range 50 {
		kept, err := journal.Read(path)
		if err != nil {
			t.Fatal(err)
		}
		began, err := journal.Began(path)
		if err != nil {
			t.Fatal(err)
		}
		chain.Add(filepath.Join(dir, journal.Name(began.Add(time.Duration(i)*time.Hour))), kept)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if n := int64(after.HeapAlloc) - int64(before.HeapAlloc); n > 50*size/10 {
		t.Errorf("50 journals of %d MB: %d MB are kept", size>>20, n>>20)
	}
	if faults := chain.Faults(); len(faults) > 0 {
		t.Error(faults)
	}
}
