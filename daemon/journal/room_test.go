package journal_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"touchmove/daemon/journal"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// many returns n records that follow those of records.
func many(n int) (list []trace.Record) {
	at := records()[len(records())-1].At
	for i := range n {
		at += 10 * time.Millisecond
		list = append(list, trace.Record{At: at, What: trace.Change{Square: rules.E4, Is: sensors.State(1 + i%2)}})
	}
	return list
}

// A journal with allocated space does not grow while records are stored in it, reads at any
// time as what was stored, and is cut to its end when it is closed.
func TestRoom(t *testing.T) {
	path := filepath.Join(t.TempDir(), "20261121t182200123z.jsonl")
	j, err := journal.Create(journal.OS{}, path, header, records()...)
	must(t, err)
	must(t, j.Check())
	size, want := sizeOf(t, path), records()
	if size < 64<<10 {
		t.Fatalf("the file has %d bytes: no room was prepared", size)
	}
	for _, r := range many(300) {
		must(t, j.Append(r))
		must(t, j.Sync())
		if want = append(want, r); len(want)%50 > 0 {
			continue
		}
		if now := sizeOf(t, path); now != size {
			t.Fatalf("after %d records the file has %d bytes, before it had %d", len(want), now, size)
		}
		if kept, err := journal.Read(path); err != nil || !reflect.DeepEqual(kept.Records, want) || len(kept.Torn) > 0 || kept.Gap {
			t.Fatalf("after %d records: %v, %d records, %d torn bytes", len(want), err, len(kept.Records), len(kept.Torn))
		}
		if missing, err := endMissing(path); err != nil || !missing {
			t.Fatalf("a journal that is being written is said to be whole: %v", err)
		}
	}
	must(t, j.Close())
	text, err := os.ReadFile(path)
	must(t, err)
	if bytes.IndexByte(text, 0) >= 0 {
		t.Error("zeros are behind the last line of a journal that was closed")
	}
	if kept, err := journal.Read(path); err != nil || !kept.Sealed || len(kept.Records) != len(want) {
		t.Errorf("closed: %v, %+v", err, kept)
	}
}

// A process that dies leaves the space behind the last line. It does not count as torn, the
// next process continues after the last line, and a seal in front of it is found.
func TestRoomAfterCrash(t *testing.T) {
	path := filepath.Join(t.TempDir(), "20261121t182200123z.jsonl")
	j, err := journal.Create(journal.OS{}, path, header, records()...)
	must(t, err)
	must(t, j.Check())
	must(t, j.Seal())
	if kept, err := journal.Read(path); err != nil || !kept.Sealed {
		t.Errorf("sealed, with room behind it: %v, %+v", err, kept)
	}
	if missing, err := endMissing(path); err != nil || missing {
		t.Errorf("the end is said to be missing: %v", err)
	}
	left, err := os.ReadFile(path)
	must(t, err)
	other := filepath.Join(t.TempDir(), filepath.Base(path))
	must(t, os.WriteFile(other, left, 0o644))
	again, kept, err := journal.Open(journal.OS{}, other)
	must(t, err)
	if len(kept.Torn) > 0 || kept.Gap || !reflect.DeepEqual(kept.Records, records()) {
		t.Errorf("%d torn bytes, gap %v, %d records", len(kept.Torn), kept.Gap, len(kept.Records))
	}
	more := many(2)
	must(t, again.Check())
	must(t, again.Append(more[0]))
	must(t, again.Sync())
	must(t, again.Append(more[1]))
	must(t, again.Close())
	if kept, err := journal.Read(other); err != nil || !reflect.DeepEqual(kept.Records, append(records(), more...)) || !kept.Sealed {
		t.Errorf("the journal has %+v, %v, want what was there and two more records, sealed", kept, err)
	}
	must(t, j.Close())
}

// A seal is found wherever it ends in the allocated space.
func TestSealBeforeRoom(t *testing.T) {
	path := filepath.Join(t.TempDir(), "20261121t182200123z.jsonl")
	j, err := journal.Create(journal.OS{}, path, header, records()...)
	must(t, err)
	must(t, j.Close())
	text, err := os.ReadFile(path)
	must(t, err)
	for n := range 600 {
		must(t, os.WriteFile(path, append(text[:len(text):len(text)], make([]byte, n)...), 0o644))
		if missing, err := endMissing(path); err != nil || missing {
			t.Fatalf("%d zeros behind the seal: missing %v, %v", n, missing, err)
		}
	}
}

// If the disk has no space to allocate, the journal grows by each record, without an error.
// If allocating fails in another way, what was stored stays.
func TestNoRoom(t *testing.T) {
	f := newFlash(1)
	f.room = 4000
	j, err := journal.Create(f, name, header, records()...)
	must(t, err)
	left := f.room
	must(t, j.Check())
	if f.room != left {
		t.Errorf("%d bytes were taken from a full disk", left-f.room)
	}
	want := records()
	for _, r := range many(5) {
		must(t, j.Append(r))
		must(t, j.Sync())
		want = append(want, r)
	}
	must(t, j.Check())

	f.room, f.odds = 1<<20, 0
	again, _, err := journal.Open(f, name)
	must(t, err)
	f.odds = 1
	if err := again.Check(); err == nil {
		t.Error("a failing disk prepares room")
	}
	f.odds = 0
	r := many(6)[5]
	if err := again.Append(r); err == nil {
		t.Error("Append does not say that the disk has failed")
	}
	for limit := 3; again.Sync() != nil && limit > 0; limit-- {
	}
	must(t, again.Sync())
	_, kept, err := journal.Open(f.powerOn(2), name)
	must(t, err)
	if want = append(want, r); !reflect.DeepEqual(kept.Records, want) {
		t.Errorf("%d records came back of %d", len(kept.Records), len(want))
	}
}

func sizeOf(t *testing.T, path string) int64 {
	t.Helper()
	info, err := os.Stat(path)
	if errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	must(t, err)
	return info.Size()
}

func endMissing(path string) (bool, error) {
	kept, err := journal.Read(path)
	return err == nil && kept.Bound && !kept.Sealed, err
}
