package daemon_test

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// cutCard is a file system of its own, ext4 as on a Raspberry Pi, whose power can be cut.
type cutCard struct {
	image, dir string
}

// newCutCard makes a card and mounts it; it returns nil where that is not possible.
func newCutCard(t *testing.T) *cutCard {
	t.Helper()
	c := &cutCard{image: filepath.Join(t.TempDir(), "card"), dir: t.TempDir()}
	if err := os.WriteFile(c.image, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(c.image, 64<<20); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("mkfs.ext4", "-q", "-F", "-b", "4096", c.image).CombinedOutput(); err != nil {
		t.Logf("no power is cut, for that takes mkfs.ext4: %v %s", err, out)
		return nil
	}
	if err := c.mount(); err != nil {
		t.Logf("no power is cut, for a file system to cut it from takes root and a loop device: %v", err)
		return nil
	}
	t.Cleanup(func() { exec.Command("umount", "-l", c.dir).Run() }) //nolint:errcheck // the last one may have failed
	return c
}

func (c *cutCard) mount() error { return exec.Command("mount", "-o", "loop", c.image, c.dir).Run() }

// shutDown is EXT4_IOC_SHUTDOWN, which is _IOR('X', 125, __u32); with noFlush it writes
// nothing more (linux/fs/ext4/ext4.h). The tests of Linux's own file systems simulate
// power cuts in the same way: everything that was not synced is lost, the journal of the
// file system included.
const (
	shutDown = 2<<30 | 4<<16 | 'X'<<8 | 125
	noFlush  = 2
)

// cut takes the power from the card and restores it: what programs did not sync may be
// missing. No file of the card may be open.
func (c *cutCard) cut(t *testing.T) {
	t.Helper()
	fresh := filepath.Join(c.dir, "not-synced")
	if err := os.WriteFile(fresh, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	dir, err := os.Open(c.dir)
	if err != nil {
		t.Fatal(err)
	}
	how := uint32(noFlush)
	_, _, failed := unix.Syscall(unix.SYS_IOCTL, dir.Fd(), shutDown, uintptr(unsafe.Pointer(&how)))
	dir.Close()
	if failed != 0 {
		t.Fatalf("the power cannot be cut: %v", failed)
	}
	if err := syscall.Unmount(c.dir, 0); err != nil {
		t.Fatal(err)
	}
	if err := c.mount(); err != nil {
		t.Fatalf("the card cannot be read after the power cut: %v", err)
	}
	if _, err := os.Stat(fresh); !errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("this file system keeps what nobody has synced, so that its cuts prove nothing: %v", err)
	}
}
