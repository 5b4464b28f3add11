package goldentest_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"touchmove/internal/goldentest"
)

// fails keeps what a check says of a file that differs.
type fails struct {
	testing.TB
	said string
}

func (f *fails) Helper()                         {}
func (f *fails) Name() string                    { return "TestIt" }
func (f *fails) Errorf(format string, of ...any) { f.said = fmt.Sprintf(format, of...) }

func TestCheck(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.golden")
	if err := os.WriteFile(path, []byte("one\ntwo\nthree\nfour\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	goldentest.Check(t, path, "one\ntwo\nthree\nfour\n")
	if goldentest.Updating() {
		return
	}
	f := &fails{TB: t}
	goldentest.Check(f, path, []byte("one\n2\n3\nfour\n"))
	if want := "(TestIt with -update rewrites it):\nfrom line 2 got\n2\n3\n\nwant\ntwo\nthree\n"; !strings.Contains(f.said, want) {
		t.Errorf("said is %q, want %q in it", f.said, want)
	}
}
