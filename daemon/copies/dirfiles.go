package copies

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
	"syscall"

	"touchmove/daemon/journal"
	"touchmove/internal/regularfile"
	"touchmove/internal/topic"
)

// The files of a Dir are reached through os.Root, which follows no link out of the directory:
// somebody else may have prepared the stick.

// Put implements Store.
func (d *Dir) Put(ctx context.Context, name string, content []byte, have int) error {
	if err := d.there(); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil { // the disk has not answered for so long
		return err
	}
	return d.named(d.put(name, content, have))
}

// named makes an error name a file with its whole path: os.Root knows only the part below the
// directory.
func (d *Dir) named(err error) error {
	whole := func(name *string) {
		if !strings.HasPrefix(*name, d.path) {
			*name = path.Join(d.path, *name)
		}
	}
	var one *fs.PathError
	if errors.As(err, &one) {
		whole(&one.Path)
	}
	var two *os.LinkError
	if errors.As(err, &two) {
		whole(&two.Old)
		whole(&two.New)
	}
	return err
}

func (d *Dir) put(name string, content []byte, have int) error {
	root, err := os.OpenRoot(d.path)
	if err != nil {
		return err
	}
	defer root.Close()
	if have > 0 {
		if done, err := appendTo(root, name, content, have); done || err != nil {
			return err
		}
	}
	if err := makeDir(root, path.Dir(name)); err != nil {
		return err
	}
	return replace(root, name, content)
}

// makeDir makes a directory of the copy, and those above it, for its user only.
func makeDir(root *os.Root, name string) error {
	if name == "." {
		return nil
	}
	if err := makeDir(root, path.Dir(name)); err != nil {
		return err
	}
	err := root.Mkdir(name, 0o700)
	if errors.Is(err, fs.ErrExist) {
		info, err := root.Stat(name)
		if err == nil && !info.IsDir() {
			err = fmt.Errorf("%s is not a directory: %w", path.Join(root.Name(), name), regularfile.ErrUnfit)
		}
		return err
	}
	if err == nil {
		err = syncDir(root, path.Dir(name))
	}
	return err
}

func syncDir(root *os.Root, name string) error {
	f, err := root.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Sync()
}

// replace writes a file as a whole or not at all, even on file systems without
// permissions, such as those of USB sticks.
func replace(root *os.Root, name string, content []byte) error {
	fresh := name + unfinished
	if err := root.Remove(fresh); err != nil && !errors.Is(err, fs.ErrNotExist) { // of a write that was interrupted
		return err
	}
	f, err := root.OpenFile(fresh, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	if err == nil {
		err = f.Sync()
	}
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = root.Rename(fresh, name)
	}
	if err != nil {
		root.Remove(fresh) //nolint:errcheck // err says what is wrong
		return err
	}
	return syncDir(root, path.Dir(name))
}

const unfinished = ".new" // suffix of a file that is being written

// appendTo appends what a file does not have yet; done is false if it is no file of have bytes.
func appendTo(root *os.Root, name string, content []byte, have int) (done bool, err error) {
	is, err := root.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil || !is.Mode().IsRegular() || is.Size() != int64(have) {
		return false, err
	}
	f, err := root.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return false, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !os.SameFile(is, info) || info.Size() != int64(have) {
		return false, err
	}
	if _, err := f.WriteAt(content[have:], int64(have)); err != nil {
		return false, errors.Join(err, f.Truncate(int64(have)))
	}
	return true, f.Sync()
}

// Get implements Store.
func (d *Dir) Get(_ context.Context, name string) ([]byte, error) {
	text, err := d.get(name)
	err = d.named(err)
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%w: %w", ErrNone, err)
	}
	return text, err
}

func (d *Dir) get(name string) ([]byte, error) {
	root, err := os.OpenRoot(d.path)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	is, err := root.Lstat(name)
	if err != nil {
		return nil, err
	}
	if err := regularfile.CheckInfo(path.Join(d.path, name), is, mostFile); err != nil {
		return nil, err
	}
	f, err := root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0) // a pipe may have come in between
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if err := regularfile.Check(f, mostFile); err != nil {
		return nil, err
	}
	return regularfile.ReadUpTo(f, is.Size(), mostFile)
}

// mostNames is how many files of a copy are listed: those of thousands of boards for years.
// Beyond it, this is no copy.
const mostNames = 500_000

// errManyNames is the error about a store with more files.
var errManyNames = fmt.Errorf("it has more than %d files: this is no copy of journals", mostNames)

// Sizes implements Store. It lists files whose names a Copier makes, and looks only into
// directories where they may be: others may keep anything beside the copy, a million
// photographs too.
func (d *Dir) Sizes(ctx context.Context) (map[string]int64, error) {
	disk, err := d.mounted()
	if err != nil {
		return nil, err
	}
	sizes := map[string]int64{}
	if err = d.list(ctx, sizes); err == nil && d.closed {
		d.closeDirs(sizes)
	}
	if d.disk, d.listed = disk, err == nil; err == nil {
		err = d.remember(disk)
	}
	return sizes, err
}

func (d *Dir) list(ctx context.Context, sizes map[string]int64) error {
	root, err := os.OpenRoot(d.path)
	if err != nil {
		return err
	}
	defer root.Close()
	return d.named(list(ctx, root, ".", sizes))
}

// list adds the files below a directory of a copy.
func list(ctx context.Context, root *os.Root, dir string, sizes map[string]int64) error {
	f, err := root.Open(dir)
	if err != nil {
		return err
	}
	defer f.Close()
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		entries, err := f.ReadDir(256) // all at once they could take more memory than there is
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		for _, e := range entries {
			name := path.Join(dir, e.Name())
			switch {
			case e.IsDir() && mayHaveOurs(name):
				err = list(ctx, root, name, sizes)
			case !e.IsDir() && isOurs(name) && !strings.HasSuffix(name, unfinished):
				var info fs.FileInfo
				if info, err = e.Info(); err == nil {
					sizes[name] = info.Size()
				}
				if len(sizes) > mostNames {
					err = fmt.Errorf("%s: %w", root.Name(), errManyNames)
				}
			}
			if err != nil && !errors.Is(err, fs.ErrNotExist) { // a file may have gone meanwhile
				return err
			}
		}
	}
}

// mayHaveOurs reports whether a Copier writes files into a directory of this name.
func mayHaveOurs(dir string) bool {
	event, board, deep := strings.Cut(dir, "/")
	return topic.IsLevel(event) && (!deep || topic.IsLevel(board))
}

// closeDirs takes all rights on the directories of the copy from others: those that have
// journals, those above them, and that of the configuration. leaks says so where it fails.
func (d *Dir) closeDirs(sizes map[string]int64) {
	root, err := os.OpenRoot(d.path)
	if err != nil {
		return
	}
	defer root.Close()
	ours := map[string]bool{}
	for name := range sizes {
		dir := path.Dir(name)
		if _, err := journal.Began(name); err == nil && strings.HasSuffix(name, journal.Suffix) {
			ours[dir], ours[path.Dir(dir)] = true, true
		}
	}
	if _, copied := sizes[ownerName]; copied {
		ours[ConfigDir] = true
	}
	for dir := range ours {
		if info, err := root.Lstat(dir); err == nil && info.IsDir() && info.Mode().Perm()&0o007 != 0 {
			root.Chmod(dir, info.Mode().Perm()&^0o007) //nolint:errcheck // leaks says so
		}
	}
}
