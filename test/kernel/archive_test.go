//go:build linux

package kernel

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// archive is a cpio archive in the format that the kernel unpacks as its first file
// system (Linux, Documentation/driver-api/early-userspace/ buffer-format.rst): "newc",
// without compression.
type archive struct {
	b     bytes.Buffer
	inode int
}

func newArchive() *archive { return &archive{} }

func (a *archive) dir(name string) { a.add(name, 0o040755, 2, nil) }

func (a *archive) file(name string, mode uint32, text []byte) { a.add(name, 0o100000|mode, 1, text) }

func (a *archive) add(name string, mode uint32, links int, text []byte) {
	a.inode++
	// magic, ino, mode, uid, gid, nlink, mtime, filesize, dev, rdev, namesize, check
	fmt.Fprintf(&a.b, "070701%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x",
		a.inode, mode, 0, 0, links, 0, len(text), 0, 0, 0, 0, len(name)+1, 0)
	a.b.WriteString(name)
	a.b.WriteByte(0)
	a.align()
	a.b.Write(text)
	a.align()
}

func (a *archive) align() {
	for a.b.Len()%4 != 0 {
		a.b.WriteByte(0)
	}
}

func (a *archive) bytes() []byte {
	a.add("TRAILER!!!", 0, 1, nil)
	return a.b.Bytes()
}

// Each part of the archive begins where the kernel looks for it.
func TestArchive(t *testing.T) {
	a := newArchive()
	a.dir("bin")
	a.file("bin/x", 0o755, []byte("hello"))
	b := string(a.bytes())
	for _, want := range []string{"bin\x00", "bin/x\x00", "hello", "TRAILER!!!\x00"} {
		at := strings.Index(b, want)
		if at < 0 {
			t.Fatalf("no %q in %q", want, b)
		}
		if name := at >= 110 && strings.HasPrefix(b[at-110:], "070701"); !name && at%4 != 0 {
			t.Errorf("%q begins at %d", want, at)
		}
	}
	if len(b)%4 != 0 || strings.Count(b, "070701") != 3 {
		t.Errorf("%q", b)
	}
}
