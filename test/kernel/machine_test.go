//go:build linux

package kernel

import (
	"bufio"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// enable is the environment variable that `make test-kernel` sets. With the value
// "must", a missing machine is a failure: a check that is silently skipped protects
// nobody.
const enable = "TOUCHMOVE_KERNEL_TEST"

// inside lists the tests that run in the machine, each of which must have passed.
var inside = []string{"TestInsideDoctor", "TestInsideGame", "TestInsideLines", "TestInsideRecord", "TestInsideSingleLines"}

// TestMachine boots the kernel and adopts the results of the tests in it.
func TestMachine(t *testing.T) {
	if os.Getenv(enable) == "" {
		t.Skip("boots a kernel in QEMU, for minutes: make test-kernel runs it")
	}
	dir := t.TempDir()
	qemu, err := exec.LookPath("qemu-system-x86_64")
	if err != nil {
		unavailable(t, "there is no qemu-system-x86_64: apt-get install qemu-system-x86")
	}
	k, err := findKernel(t.Context(), t.Logf)
	if err != nil {
		unavailable(t, err.Error())
	}
	t.Logf("kernel %s", k.release)
	initrd := filepath.Join(dir, "initrd")
	if err := os.WriteFile(initrd, initramfs(t, k), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 14*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, qemu, "-nodefaults", "-no-user-config", "-no-reboot", "-display", "none",
		// A plain processor, and no protection against Spectre: both would slow QEMU
		// down a lot.
		"-M", "q35", "-cpu", "qemu64,+rdrand", "-m", "512", "-accel", "tcg",
		// An instruction takes two nanoseconds of the machine's time, and idle time is
		// skipped.
		"-icount", "shift=1,sleep=off", "-rtc", "base=2026-03-01T12:00:00,clock=vm",
		"-kernel", k.image, "-initrd", initrd, "-serial", "stdio",
		"-append", "console=ttyS0 panic=-1 loglevel=4 mitigations=off -- -test.v -test.failfast -test.timeout=30m -test.run=^TestInside")
	console, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var passed []string
	over := false
	lines := bufio.NewScanner(console)
	for lines.Scan() {
		line := strings.TrimRight(lines.Text(), "\r")
		t.Log(line)
		if name, ok := strings.CutPrefix(line, "--- PASS: "); ok {
			passed = append(passed, strings.Fields(name)[0])
		}
		over = over || line == goodbye
	}
	if err := errors.Join(lines.Err(), cmd.Wait()); err != nil {
		t.Errorf("the machine: %v", err)
	}
	if !over {
		t.Error("the machine ended without its tests having passed: the console above says how far it came")
	}
	for _, name := range inside {
		if !slices.Contains(passed, name) {
			t.Errorf("%s has not passed in the machine", name)
		}
	}
}

// unavailable ends the test if there is no such machine.
func unavailable(t *testing.T, why string) {
	t.Helper()
	if os.Getenv(enable) == "must" {
		t.Fatal(why)
	}
	t.Skip(why)
}

// initramfs returns the machine's file system: the program, the test binary as init,
// the kernel's modules and the few files that a system needs.
func initramfs(t *testing.T, k kernel) []byte {
	t.Helper()
	dir := t.TempDir()
	build := func(name string, args ...string) string {
		out := filepath.Join(dir, name)
		cmd := exec.Command("go", append(args, "-trimpath", "-ldflags=-s -w", "-o", out, ".")...)
		cmd.Dir = "."
		if name == "touchmove" {
			cmd.Dir = "../../cmd/touchmove"
		}
		cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux", "GOARCH=amd64")
		if text, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", cmd.Args, err, text)
		}
		return out
	}
	if runtime.GOARCH != "amd64" {
		t.Logf("this computer is %s: QEMU translates", runtime.GOARCH)
	}
	a := newArchive()
	for _, d := range []string{"bin", "dev", "etc", "mod", "proc", "root", "run", "sys", "tmp", "var", "var/lib"} {
		a.dir(d)
	}
	a.file("init", 0o755, read(t, build("init", "test", "-c")))
	a.file("bin/touchmove", 0o755, read(t, build("touchmove", "build")))
	a.file("etc/passwd", 0o644, []byte("root:x:0:0:root:/root:\npi:x:1000:1000:pi:/tmp:\n"))
	a.file("etc/group", 0o644, []byte("root:x:0:\ni2c:x:998:\ngpio:x:997:\npi:x:1000:\n"))
	a.file("games.pgn", 0o644, read(t, "../../sensors/sim/simboard/games/games.pgn"))
	for _, m := range slices.Concat(modules, diskModules) {
		a.file("mod/"+m+".ko", 0o644, read(t, k.module(m)))
	}
	return a.bytes()
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
