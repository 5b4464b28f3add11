package journal_test

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math/rand/v2"
	"slices"
	"syscall"

	"touchmove/daemon/journal"
)

// sector is what a card writes at once: as a whole or not at all.
const sector = 512

// flash is a file system on a card, with the liberties that real ones take (Linux's
// page cache, ext4's delayed allocation and a card's own buffer). Unsynced sectors
// reach the card in any order or never, independently of the length of the file and its
// name. A failed sync forgets what it could not write. Synced data stays.
type flash struct {
	dice  *rand.Rand
	names map[string]*inode // as programs see them
	kept  map[string]*inode // as the card has them
	room  int               // free bytes; because of delayed allocation only a sync notices that none are left
	odds  float64           // probability that an operation fails
	lazy  bool              // writes always succeed; only a sync notices that the disk is full
	left  int               // operations until the plug is pulled; then everything panics
}

// inode is one file: what programs read, what the card holds, and which sectors the
// system has yet to write.
type inode struct {
	now, card []byte
	dirty     map[int]bool
	size      bool // the length is yet to be written
}

// unplugged is the panic when the plug is pulled.
type unplugged struct{}

func newFlash(seed uint64) *flash {
	return &flash{dice: rand.New(rand.NewPCG(seed, 1)), names: map[string]*inode{}, kept: map[string]*inode{}, room: 1 << 30, left: 1 << 30}
}

// step counts one operation, which may fail.
func (f *flash) step() error {
	if f.left--; f.left < 0 {
		panic(unplugged{})
	}
	if f.dice.Float64() < f.odds {
		return &fs.PathError{Op: "input/output", Path: "card", Err: syscall.EIO}
	}
	return nil
}

// powerOn returns the card as it is after the plug was pulled.
func (f *flash) powerOn(seed uint64) *flash {
	after := newFlash(seed)
	names := maps.Clone(f.kept)
	for _, name := range slices.Sorted(maps.Keys(f.names)) { // a changed name has reached the card, or not yet
		if n := f.names[name]; f.kept[name] != n && f.dice.IntN(2) == 0 {
			for other, m := range names {
				if m == n {
					delete(names, other) // a rename moves: never two names
				}
			}
			names[name] = n
		}
	}
	for name, n := range names {
		n.writeBack(f.dice, 0.5)
		if n.size && f.dice.IntN(2) == 0 {
			n.grow(len(n.card) + f.dice.IntN(max(1, len(n.now)-len(n.card))))
		}
		after.names[name] = &inode{now: bytes.Clone(n.card), card: bytes.Clone(n.card), dirty: map[int]bool{}}
		after.kept[name] = after.names[name]
	}
	return after
}

// writeBack writes some of the dirty sectors, in any order.
func (n *inode) writeBack(dice *rand.Rand, odds float64) {
	for _, s := range slices.Sorted(maps.Keys(n.dirty)) {
		if from := s * sector; dice.Float64() < odds && from < len(n.now) {
			to := min(from+sector, len(n.now))
			n.grow(to)
			copy(n.card[from:to], n.now[from:to])
		}
	}
}

// grow lengthens the file on the card; unwritten parts read as zeros.
func (n *inode) grow(size int) {
	if size > len(n.card) {
		n.card = append(n.card, make([]byte, size-len(n.card))...)
	}
}

func (f *flash) Create(path string) (journal.File, error) {
	if err := f.step(); err != nil {
		return nil, err
	}
	f.names[path] = &inode{dirty: map[int]bool{}}
	return &flashFile{f: f, n: f.names[path]}, nil
}

func (f *flash) Open(path string) (journal.File, error) {
	if err := f.step(); err != nil {
		return nil, err
	}
	n, ok := f.names[path]
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
	}
	return &flashFile{f: f, n: n}, nil
}

func (f *flash) Name(from, to string) error {
	if err := f.step(); err != nil {
		return err
	}
	if f.names[to] != nil {
		return fmt.Errorf("%s is there already", to)
	}
	if f.names[from] == nil {
		return &fs.PathError{Op: "rename", Path: from, Err: fs.ErrNotExist}
	}
	f.names[to] = f.names[from]
	delete(f.names, from)
	return nil
}

func (f *flash) Remove(path string) error {
	if err := f.step(); err != nil {
		return err
	}
	if n := f.names[path]; n != nil {
		f.room += len(n.now)
		delete(f.names, path)
		return nil
	}
	return &fs.PathError{Op: "remove", Path: path, Err: fs.ErrNotExist}
}

func (f *flash) SyncDir(string) error {
	if err := f.step(); err != nil {
		return err
	}
	f.kept = maps.Clone(f.names)
	return nil
}

type flashFile struct {
	f    *flash
	n    *inode
	read int
}

func (h *flashFile) Read(p []byte) (int, error) {
	if h.read == len(h.n.now) {
		return 0, io.EOF
	}
	n := copy(p, h.n.now[h.read:])
	h.read += n
	return n, nil
}

func (h *flashFile) WriteAt(p []byte, at int64) (int, error) {
	err := h.f.step()
	n, grows := len(p), max(0, int(at)+len(p)-len(h.n.now))
	if err != nil {
		n = h.f.dice.IntN(len(p) + 1)
	} else if grows > h.f.room && !h.f.lazy {
		n, err = max(0, n-grows+max(h.f.room, 0)), syscall.ENOSPC
	}
	for i := int(at) / sector; i <= (int(at)+n)/sector; i++ {
		h.n.dirty[i] = true
	}
	if end := int(at) + n; end > len(h.n.now) {
		h.f.room -= end - len(h.n.now)
		h.n.now, h.n.size = append(h.n.now, make([]byte, end-len(h.n.now))...), true
	}
	copy(h.n.now[at:], p[:n])
	h.n.writeBack(h.f.dice, 0.05) // the system writes back at any time
	return n, err
}

func (h *flashFile) Truncate(size int64) error {
	if err := h.f.step(); err != nil {
		return err
	}
	h.f.room += len(h.n.now) - int(size)
	h.n.now, h.n.size = h.n.now[:size], true
	h.n.card = h.n.card[:min(len(h.n.card), int(size))] // in order, as a journalling file system does
	for i := range h.n.dirty {
		if i*sector >= int(size) {
			delete(h.n.dirty, i)
		}
	}
	return nil
}

func (h *flashFile) Sync() error {
	err := h.f.step()
	if err == nil && h.f.room < 0 {
		err = syscall.ENOSPC
	}
	if err != nil {
		h.n.writeBack(h.f.dice, 0.5)
		h.n.dirty = map[int]bool{} // the rest is lost, and no later sync reports it
		return err
	}
	h.n.writeBack(h.f.dice, 1)
	h.n.grow(len(h.n.now))
	h.n.dirty, h.n.size = map[int]bool{}, false
	return nil
}

func (h *flashFile) ReadAt(p []byte, at int64) (int, error) {
	return bytes.NewReader(h.n.now).ReadAt(p, at)
}

func (h *flashFile) Under(path string) (int64, error) {
	if h.f.names[path] != h.n {
		return 0, journal.ErrMoved
	}
	return int64(len(h.n.now)), nil
}

func (f *flash) Restore(string) error { return f.step() }

func (h *flashFile) Refresh() error {
	if err := h.Sync(); err != nil {
		return err
	}
	h.n.now = bytes.Clone(h.n.card)
	return nil
}

func (h *flashFile) Close() error { return nil }
