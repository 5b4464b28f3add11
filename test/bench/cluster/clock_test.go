package cluster

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// The place in Go's package time where the clock is patched, and its replacement.
// Measurements of durations do not pass it: a jump of the wall clock leaves them alone,
// as in the kernel.
const (
	clockBefore = "func Now() Time {\n\tsec, nsec, mono := runtimeNow()\n"
	clockAfter  = clockBefore + "\tsec += WallJump.Load()\n"
	clockMore   = "package time\n\nimport \"sync/atomic\"\n\n// WallJump is by how many seconds the wall clock is wrong.\nvar WallJump atomic.Int64\n"
)

// jumper is the part of the program that reads from a file how wrong the clock is,
// before anything else and then continually.
const jumper = `package main

import (
	"os"
	"strconv"
	"time"
)

func init() {
	read := func() {
		text, _ := os.ReadFile(os.Getenv("WALL_JUMP"))
		if seconds, err := strconv.ParseInt(string(text), 10, 64); err == nil {
			time.WallJump.Store(seconds)
		}
	}
	read()
	go func() {
		for range time.Tick(20 * time.Millisecond) {
			read()
		}
	}()
}
`

// program builds touchmove with a clock that can be made to jump, since a test must not
// change the clock of its computer.
func program(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	put := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	std := filepath.Join(strings.TrimSpace(string(root)), "src", "time")
	text, err := os.ReadFile(filepath.Join(std, "time.go"))
	if err != nil {
		t.Fatal(err)
	}
	if strings.Count(string(text), clockBefore) != 1 {
		t.Fatalf("%s: time.Now is not as this test knows it: adapt clockBefore", std)
	}
	here, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {
		filepath.Join(std, "time.go"):                          put("time.go", strings.Replace(string(text), clockBefore, clockAfter, 1)),
		filepath.Join(std, "walljump.go"):                      put("walljump.go", clockMore),
		filepath.Join(here, "cmd", "touchmove", "walljump.go"): put("jumper.go", jumper),
	}})
	if err != nil {
		t.Fatal(err)
	}
	binary := filepath.Join(dir, "touchmove")
	cmd := exec.Command("go", "build", "-tags", "contract", "-overlay", put("overlay.json", string(overlay)), "-o", binary, "./cmd/touchmove")
	cmd.Dir = here
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("building touchmove: %v\n%s", err, out)
	}
	return binary
}

// jump sets the daemon's wall clock; the zero time means the right time.
func (b *board) jump(t *testing.T, to time.Time) {
	t.Helper()
	var seconds int64
	if !to.IsZero() {
		seconds = to.Unix() - time.Now().Unix()
	}
	next := b.clock + ".new"
	err := os.WriteFile(next, strconv.AppendInt(nil, seconds, 10), 0o644)
	if err == nil {
		err = os.Rename(next, b.clock)
	}
	if err != nil {
		t.Fatal(fmt.Errorf("the clock cannot be set: %w", err))
	}
}
