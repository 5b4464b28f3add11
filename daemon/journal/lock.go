package journal

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"touchmove/internal/atomicfile"
)

// lockName is the lock file of a directory. It stays when the lock is released: if it
// were deleted and made again, two processes could hold a lock under the same name.
const lockName = "lock"

// ErrLocked is in the chain of the error about a directory that another process is
// writing to.
var ErrLocked = errors.New("another touchmove is using this directory")

// Dir is the machine's file system in one directory that only this process writes to. It
// holds the directory's lock (flock(2)) from LockDir until Close, and as long as a file
// opened through it is open. The kernel releases the lock however the process ends. A
// Dir is for any goroutine.
type Dir struct {
	OS
	path      string
	modes     []dirMode // of the directory and those above it, outermost first
	unwritten error     // see Unwritten

	mu    sync.Mutex
	users int      // its own hold, and open files
	lock  *os.File // nil on a disk that takes nothing, if there was no lock file
}

type dirMode struct {
	path string
	mode fs.FileMode
}

// LockDir makes a directory if necessary, and locks it before anything in it is read. If
// another process holds it, the error is ErrLocked (errors.Is), and says which process
// and what to do.
func LockDir(path string) (*Dir, error) {
	d := &Dir{path: path}
	if err := d.acquire(); err != nil {
		return nil, err
	}
	for at := path; ; at = filepath.Dir(at) {
		if info, err := os.Stat(at); err == nil {
			d.modes = append([]dirMode{{at, info.Mode().Perm()}}, d.modes...)
		}
		if at == filepath.Dir(at) {
			return d, nil
		}
	}
}

// Path returns the directory's name.
func (d *Dir) Path() string { return d.path }

// Unwritten returns why the directory could not be made, or its lock file not be written, when it
// was locked; nil if they could.
func (d *Dir) Unwritten() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.unwritten
}

// Hold adds a hold on the lock, which release removes.
func (d *Dir) Hold() (release func(), err error) {
	if err := d.acquire(); err != nil {
		return nil, err
	}
	return sync.OnceFunc(d.release), nil
}

// Close removes LockDir's hold. Open files keep the lock.
func (d *Dir) Close() { d.release() }

func (d *Dir) acquire() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.users == 0 {
		lock, err := lockDir(d.path)
		if d.unwritten = nil; TakesNothing(err) {
			d.unwritten = err
			lock, err = lockUnwritten(d.path)
		}
		if err != nil {
			return err
		}
		d.lock = lock
	}
	d.users++
	return nil
}

func (d *Dir) release() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.users--; d.users == 0 && d.lock != nil {
		d.lock.Close()
	}
}

// Create implements Disk.
func (d *Dir) Create(path string) (File, error) { return d.open(path, os.O_CREATE) }

// Open implements Disk.
func (d *Dir) Open(path string) (File, error) { return d.open(path, 0) }

func (d *Dir) open(path string, flag int) (File, error) {
	if err := d.acquire(); err != nil {
		return nil, err
	}
	f, err := open(path, flag)
	if err != nil {
		d.release()
		return nil, err
	}
	return &lockedFile{file: f, release: sync.OnceFunc(d.release)}, nil
}

// Restore implements Disk: deleted directories are made again with their modes, and the
// lock is taken again if its file is gone.
func (d *Dir) Restore(dir string) error {
	for _, m := range d.modes {
		if _, err := os.Stat(m.path); !errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err := os.Mkdir(m.path, m.mode); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
		if err := os.Chmod(m.path, m.mode); err != nil { // independent of the umask
			return err
		}
		if err := d.SyncDir(filepath.Dir(m.path)); err != nil {
			return err
		}
	}
	if err := atomicfile.MakeDir(dir); err != nil {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.users == 0 || d.lock != nil && same(d.lock, filepath.Join(d.path, lockName)) {
		return nil
	}
	lock, err := lockDir(d.path)
	if err != nil {
		return err
	}
	if d.lock != nil {
		d.lock.Close()
	}
	d.lock = lock
	return nil
}

// lockedFile is an open file of a Dir.
type lockedFile struct {
	file
	release func()
}

// Close implements File.
func (f *lockedFile) Close() error {
	defer f.release()
	return f.file.Close()
}

// lockDir makes a directory, and locks its lock file.
func lockDir(dir string) (*os.File, error) {
	path := filepath.Join(dir, lockName)
	for range 100 {
		if err := atomicfile.MakeDir(dir); err != nil {
			return nil, explain(err)
		}
		f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR|syscall.O_NOFOLLOW, 0o644)
		if errors.Is(err, fs.ErrNotExist) { // the directory was deleted in between
			continue
		} else if err != nil {
			return nil, explain(err)
		}
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		switch {
		case errors.Is(err, syscall.EINTR):
		case errors.Is(err, syscall.EWOULDBLOCK):
			err = locked(dir, f)
			f.Close()
			return nil, err
		case err != nil:
			f.Close()
			return nil, fmt.Errorf("%s: lock: %w", path, explain(err))
		case same(f, path): // not one that was deleted in between
			note(f)
			return f, nil
		}
		f.Close()
	}
	return nil, fmt.Errorf("%s: this file keeps being deleted: it is the lock of the directory", path)
}

// lockUnwritten locks the lock file of a directory on a disk that takes nothing. It returns nil if
// there is none: nobody writes there, and whoever does later must lock it first (Restore).
func lockUnwritten(dir string) (*os.File, error) {
	f, err := os.OpenFile(filepath.Join(dir, lockName), os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, explain(err)
	}
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		err = locked(dir, f)
	} else if err != nil {
		err = fmt.Errorf("%s: lock: %w", f.Name(), explain(err))
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// note writes into the lock file who holds it. This is for people: the lock works
// without it.
func note(f *os.File) {
	if f.Truncate(0) == nil {
		f.WriteAt(fmt.Appendf(nil, "%d\n", os.Getpid()), 0)
	}
}

// locked is the error about a directory that another process holds.
func locked(dir string, f *os.File) error {
	holder, stop := "another process", "stop it"
	for range 20 { // it may just have got the lock
		text := make([]byte, 32)
		n, err := f.ReadAt(text, 0)
		if pid, numeral := strconv.Atoi(strings.TrimSpace(string(text[:n]))); numeral == nil && (err == nil || errors.Is(err, io.EOF)) {
			holder = fmt.Sprintf("process %d", pid)
			if name, err := os.ReadFile(fmt.Sprintf("/proc/%d/comm", pid)); err == nil {
				holder += " (" + strings.TrimSpace(string(name)) + ")"
			}
			stop = fmt.Sprintf("stop it (systemctl stop touchmove, or kill %d)", pid)
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	return fmt.Errorf("%s: %w: %s has the directory: %s, or give this one a state directory of its own (state)", dir, ErrLocked, holder, stop)
}

// same reports whether an open file is the one with this name.
func same(f *os.File, path string) bool {
	open, err := f.Stat()
	if err != nil {
		return false
	}
	named, err := os.Stat(path)
	return err == nil && os.SameFile(open, named)
}
