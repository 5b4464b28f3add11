package journal_test

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"reflect"
	"strings"
	"testing"
	"time"

	"touchmove/daemon/journal"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// memory is a disk that fails on request, and that loses what was not synced when its
// plug is pulled.
type memory struct {
	files map[string]*content
	named map[string]*content // the directory at its last SyncDir
	ops   int
	fail  int // which operation fails, counted from 1; 0 means none
	how   func(*memory, *content, []byte) error
}

type content struct{ text, synced []byte }

func newMemory() *memory {
	return &memory{files: map[string]*content{}, named: map[string]*content{}}
}

func (m *memory) op() error {
	m.ops++
	if m.fail != 0 && m.ops == m.fail {
		return errDisk
	}
	return nil
}

// unplug returns the disk as it is after the power came back.
func (m *memory) unplug() *memory {
	after := newMemory()
	for name, c := range m.named {
		after.files[name] = &content{bytes.Clone(c.synced), bytes.Clone(c.synced)}
		after.named[name] = after.files[name]
	}
	return after
}

func (m *memory) Create(path string) (journal.File, error) {
	if err := m.op(); err != nil {
		return nil, err
	}
	c := &content{}
	m.files[path] = c
	return &handle{m: m, c: c}, nil
}

func (m *memory) Open(path string) (journal.File, error) {
	c, ok := m.files[path]
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
	}
	return &handle{m: m, c: c}, m.op()
}

func (m *memory) Name(from, to string) error {
	if err := m.op(); err != nil {
		return err
	}
	if m.files[from] == nil {
		return &fs.PathError{Op: "rename", Path: from, Err: fs.ErrNotExist}
	}
	m.files[to] = m.files[from]
	delete(m.files, from)
	return nil
}

func (m *memory) Remove(path string) error {
	delete(m.files, path)
	return m.op()
}

func (m *memory) SyncDir(string) error {
	if err := m.op(); err != nil {
		return err
	}
	m.named = map[string]*content{}
	for name, c := range m.files {
		m.named[name] = c
	}
	return nil
}

type handle struct {
	m    *memory
	c    *content
	read int
}

func (h *handle) Read(p []byte) (int, error) {
	if h.read == len(h.c.text) {
		return 0, io.EOF
	}
	n := copy(p, h.c.text[h.read:])
	h.read += n
	return n, nil
}

func (h *handle) WriteAt(p []byte, at int64) (int, error) {
	if err := h.m.op(); err != nil {
		if h.m.how != nil {
			err = h.m.how(h.m, h.c, p)
			return len(p) / 2, err
		}
		return 0, err
	}
	h.c.text = append(h.c.text, make([]byte, max(0, int(at)+len(p)-len(h.c.text)))...)
	copy(h.c.text[at:], p)
	return len(p), nil
}

func (h *handle) Truncate(size int64) error {
	h.c.text = h.c.text[:size]
	return h.m.op()
}

func (h *handle) Sync() error {
	if err := h.m.op(); err != nil {
		return err
	}
	h.c.synced = bytes.Clone(h.c.text)
	return nil
}

func (h *handle) ReadAt(p []byte, at int64) (int, error) {
	return bytes.NewReader(h.c.text).ReadAt(p, at)
}

func (h *handle) Under(path string) (int64, error) {
	if h.m.files[path] != h.c {
		return 0, journal.ErrMoved
	}
	return int64(len(h.c.text)), nil
}

func (m *memory) Restore(string) error { return m.op() }

func (h *handle) Refresh() error { return h.Sync() }

func (h *handle) Close() error { return nil }

// half writes half of the line, as a full disk does. err may be nil.
func half(err error) func(*memory, *content, []byte) error {
	return func(_ *memory, c *content, p []byte) error {
		c.text = append(c.text, p[:len(p)/2]...)
		return err
	}
}

const name = "state/20261121t182200123z.jsonl"

// play writes the records as the daemon does, each synced. It returns how many were
// reported as kept, and the first error. If the disk fails once, it tries again.
func play(m *memory, records []trace.Record) (kept int, first error) {
	j, err := journal.Create(m, name, header)
	if err != nil {
		return 0, err
	}
	for _, r := range records {
		err := j.Append(r)
		if err == nil {
			err = j.Sync()
		}
		if first == nil {
			first = err
		}
		if err != nil && j.Sync() != nil {
			return kept, first
		}
		kept++
	}
	return kept, first
}

// Whichever operation of the disk fails, and in whichever way: what was reported as
// kept is there after the power comes back, and what comes back is a prefix of what was
// written.
func TestEveryOperationFails(t *testing.T) {
	want := records()
	whole := newMemory()
	if n, err := play(whole, want); n != len(want) || err != nil {
		t.Fatal(n, err)
	}
	ways := map[string]func(*memory, *content, []byte) error{
		"nothing written":      nil,
		"disk full":            half(errors.New("no space left on device")),
		"short, and no error":  half(nil),
		"half, then an error":  half(errDisk),
		"the line, but failed": func(_ *memory, c *content, p []byte) error { c.text = append(c.text, p...); return errDisk },
	}
	for way, how := range ways {
		for op := 1; op <= whole.ops; op++ {
			m := newMemory()
			m.fail, m.how = op, how
			told, err := play(m, want)
			if err == nil {
				t.Fatalf("%s: operation %d failed and nobody noticed", way, op)
			}
			if !strings.Contains(err.Error(), name) && !errors.Is(err, errDisk) {
				t.Errorf("%s: operation %d: error %q names no file", way, op, err)
			}
			for _, after := range []*memory{m.unplug(), m} { // the machine died; only the process died
				after.fail = 0
				if after.files[name] == nil {
					if told > 0 {
						t.Fatalf("%s: operation %d: the journal is gone with %d records told", way, op, told)
					}
					continue
				}
				_, kept, err := journal.Open(after, name)
				if err != nil {
					t.Fatalf("%s: operation %d: %v", way, op, err)
				}
				n := len(kept.Records)
				if told > 0 && told < len(want) {
					t.Fatalf("%s: operation %d failed once, and after it only %d of %d records were kept", way, op, told, len(want))
				}
				if n < told || n > len(want) || n > 0 && !reflect.DeepEqual(kept.Records, want[:n:n]) {
					t.Fatalf("%s: operation %d: told %d records, kept %v", way, op, told, kept.Records)
				}
			}
		}
	}
}

// Records without an event are synced together, the first of them at most Quiet of
// record time after it was appended.
func TestQuietRecordsShareASync(t *testing.T) {
	m := newMemory()
	j, err := journal.Create(m, name, header)
	if err != nil {
		t.Fatal(err)
	}
	file := m.files[name]
	begun := m.ops
	first := records()[0]
	if err := j.Append(first); err != nil {
		t.Fatal(err)
	}
	synced := len(file.synced)
	var last trace.Record
	for at := time.Duration(0); at < journal.Quiet; at += 100 * time.Millisecond {
		last = trace.Record{At: at, What: trace.Press{By: rules.White}}
		if err := j.Append(last); err != nil {
			t.Fatal(err)
		}
	}
	if len(file.synced) != synced {
		t.Errorf("a quiet record was synced before %v had passed", journal.Quiet)
	}
	if err := j.Append(trace.Record{At: journal.Quiet, What: trace.Press{By: rules.White}}); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(file.synced, file.text) {
		t.Errorf("quiet records still wait after %v", journal.Quiet)
	}
	if syncs := m.ops - begun - 52; syncs != 1 {
		t.Errorf("%d syncs for 52 records", syncs)
	}
	before := m.ops
	if err := j.Sync(); err != nil || m.ops != before {
		t.Errorf("a Sync with nothing to keep went to the disk: %v", err)
	}
}

// A journal that could not be begun leaves no file: the next start would take it for
// the latest, while the game continued in another.
func TestCreateFails(t *testing.T) {
	whole := newMemory()
	if _, err := journal.Create(whole, name, header, records()[:2]...); err != nil {
		t.Fatal(err)
	}
	for op := 1; op <= whole.ops; op++ {
		m := newMemory()
		m.fail = op
		if _, err := journal.Create(m, name, header, records()[:2]...); err == nil {
			t.Fatalf("operation %d failed and nobody noticed", op)
		}
		for left := range m.files {
			t.Errorf("operation %d of %d failed, and %s is left", op, whole.ops, left)
		}
	}
}
