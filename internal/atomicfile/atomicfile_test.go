package atomicfile_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"touchmove/internal/atomicfile"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func hasText(t *testing.T, path, want string) {
	t.Helper()
	if got, err := os.ReadFile(path); err != nil || string(got) != want {
		t.Errorf("%s holds %q, %v; want %q", path, got, err, want)
	}
}

// names lists the names in a directory.
func names(t *testing.T, dir string) (list []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	must(t, err)
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

// A file is made, then replaced, and nothing else is left in its directory.
func TestWrite(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "file")
	for _, text := range []string{"one\n", "two, which is longer\n", ""} {
		must(t, atomicfile.Write(path, []byte(text), 0o644))
		hasText(t, path, text)
	}
	if left := names(t, dir); !slices.Equal(left, []string{"file"}) {
		t.Errorf("left are %v", left)
	}
}

// A new file has the permissions that were asked for, whatever the umask; an existing file
// keeps its own.
func TestPermissions(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0o077))
	dir := t.TempDir()
	open, secret := filepath.Join(dir, "open"), filepath.Join(dir, "secret")
	must(t, atomicfile.Write(open, []byte("one"), 0o644))
	must(t, atomicfile.Write(secret, []byte("one"), 0o600))
	must(t, atomicfile.Write(secret, []byte("two"), 0o644))
	for path, want := range map[string]os.FileMode{open: 0o644, secret: 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode() != want {
			t.Errorf("%s has %v, %v; want %v", path, info.Mode(), err, want)
		}
	}
}

// If root calibrates a board, the file keeps its owner.
func TestOwner(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	must(t, os.WriteFile(path, nil, 0o644))
	if err := os.Chown(path, 1234, 1235); err != nil {
		t.Skip("only root gives files away")
	}
	must(t, atomicfile.Write(path, []byte("new"), 0o644))
	info, err := os.Stat(path)
	must(t, err)
	if is := info.Sys().(*syscall.Stat_t); is.Uid != 1234 || is.Gid != 1235 {
		t.Errorf("the file is now of %d:%d", is.Uid, is.Gid)
	}
}

// Symbolic links stay, and their target is written: also over several links, with relative
// paths, and if the target does not exist yet.
func TestLinks(t *testing.T) {
	dir := t.TempDir()
	must(t, os.Mkdir(filepath.Join(dir, "real"), 0o755))
	must(t, os.Mkdir(filepath.Join(dir, "etc"), 0o755))
	real, first, second := filepath.Join(dir, "real", "file"), filepath.Join(dir, "etc", "first"), filepath.Join(dir, "second")
	must(t, os.Symlink("../real/file", first))
	must(t, os.Symlink(first, second))
	for _, text := range []string{"made", "replaced"} {
		must(t, atomicfile.Write(second, []byte(text), 0o644))
		hasText(t, real, text)
	}
	for _, link := range []string{first, second} {
		if info, err := os.Lstat(link); err != nil || info.Mode().Type() != os.ModeSymlink {
			t.Errorf("%s is no link any more: %v, %v", link, info.Mode(), err)
		}
	}
	circle := filepath.Join(dir, "circle")
	must(t, os.Symlink("circle", circle))
	if err := atomicfile.Write(circle, nil, 0o644); err == nil || !strings.Contains(err.Error(), circle) {
		t.Errorf("a circle of links: %v", err)
	}
}

// A path that is not a regular file is refused and left as it is.
func TestNotRegular(t *testing.T) {
	dir := t.TempDir()
	pipe, link := filepath.Join(dir, "pipe"), filepath.Join(dir, "link")
	must(t, syscall.Mkfifo(pipe, 0o600))
	must(t, os.Symlink(pipe, link))
	for _, path := range []string{dir, pipe, link, "/dev/null"} {
		if err := atomicfile.Write(path, []byte("text"), 0o644); !errors.Is(err, atomicfile.ErrNotRegular) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", path, err)
		}
	}
	if left := names(t, dir); !slices.Equal(left, []string{"link", "pipe"}) {
		t.Errorf("left are %v", left)
	}
}

// WriteAll makes a missing directory; Write does not.
func TestWriteAll(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a", "b", "file")
	if err := atomicfile.Write(path, nil, 0o644); !errors.Is(err, os.ErrNotExist) || !strings.Contains(err.Error(), path) {
		t.Errorf("in no directory: %v", err)
	}
	must(t, atomicfile.WriteAll(path, []byte("text"), 0o644))
	hasText(t, path, "text")
	if err := atomicfile.WriteAll(filepath.Join(path, "file"), nil, 0o644); err == nil || !strings.Contains(err.Error(), path+" is not a directory") {
		t.Errorf("in a file: %v", err)
	}
}

// Writing the same text again leaves the file alone.
func TestSameText(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	must(t, atomicfile.Write(path, []byte("text"), 0o644))
	before, err := os.Stat(path)
	must(t, err)
	must(t, atomicfile.Write(path, []byte("text"), 0o644))
	if after, err := os.Stat(path); err != nil || !os.SameFile(before, after) {
		t.Errorf("it was written again: %v", err)
	}
}

// If there is no room, the old file stays as it is, and no temporary file is left.
func TestNoRoom(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=64k"); err != nil {
		t.Skipf("a small file system takes root: %v", err)
	}
	t.Cleanup(func() { syscall.Unmount(dir, syscall.MNT_DETACH) })
	path := filepath.Join(dir, "file")
	must(t, atomicfile.Write(path, []byte("old"), 0o644))
	if err := atomicfile.Write(path, make([]byte, 1<<20), 0o644); !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), path) {
		t.Errorf("a megabyte in 64 kB: %v", err)
	}
	hasText(t, path, "old")
	if left := names(t, dir); !slices.Equal(left, []string{"file"}) {
		t.Errorf("left are %v", left)
	}
}

// Someone who reads a file while others write it always gets one whole text.
func TestReadersSeeWholeFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	text := func(i int) string { return strings.Repeat(fmt.Sprintf("text %d\n", i), 1000) }
	whole := map[string]bool{}
	for i := range 4 {
		whole[text(i)] = true
	}
	must(t, atomicfile.Write(path, []byte(text(0)), 0o644))
	var writers sync.WaitGroup
	for i := range 4 {
		writers.Go(func() {
			for range 25 {
				if err := atomicfile.Write(path, []byte(text(i)), 0o644); err != nil {
					t.Error(err)
				}
			}
		})
	}
	done := make(chan struct{})
	go func() { writers.Wait(); close(done) }()
	for {
		if got, err := os.ReadFile(path); err != nil || !whole[string(got)] {
			t.Fatalf("read %d bytes that nobody wrote, %v", len(got), err)
		}
		select {
		case <-done:
			return
		default:
		}
	}
}

func TestMakeDir(t *testing.T) {
	dir := t.TempDir()
	deep := filepath.Join(dir, "a", "b", "c")
	for range 2 {
		must(t, atomicfile.MakeDir(deep))
	}
	if info, err := os.Stat(deep); err != nil || !info.IsDir() {
		t.Errorf("%s: %v", deep, err)
	}
	file := filepath.Join(dir, "file")
	must(t, os.WriteFile(file, nil, 0o644))
	if err := atomicfile.MakeDir(filepath.Join(file, "d")); err == nil || !strings.Contains(err.Error(), file) {
		t.Errorf("a directory in a file: %v", err)
	}
}

// A text that is passed on in pieces replaces the file whole; where it ends in an error, the old text
// stays, and nothing is left beside it.
func TestWriteFrom(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "games.pgn")
	pieces := func(fails error) func(io.Writer) error {
		return func(w io.Writer) error {
			for range 3 {
				if _, err := io.WriteString(w, "piece "); err != nil {
					return err
				}
			}
			return fails
		}
	}
	must(t, atomicfile.WriteFrom(path, pieces(nil), 0o640))
	broken := errors.New("broken")
	if err := atomicfile.WriteFrom(path, func(w io.Writer) error { io.WriteString(w, "half"); return broken }, 0o644); !errors.Is(err, broken) || !strings.Contains(err.Error(), path) {
		t.Errorf("the error is %v", err)
	}
	text, err := os.ReadFile(path)
	info, _ := os.Stat(path)
	if err != nil || string(text) != "piece piece piece " || info.Mode().Perm() != 0o640 {
		t.Errorf("%q, %v, %v", text, info.Mode(), err)
	}
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Errorf("beside it: %v", left)
	}
}
