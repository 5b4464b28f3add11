package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"touchmove/internal/livetest"
)

// At SIGHUP, a faulty configuration changes nothing. A correct one takes effect,
// and the game continues where it was.
func TestReload(t *testing.T) {
	config := simulated(t, "")
	good, err := os.ReadFile(config)
	if err != nil {
		t.Fatal(err)
	}
	slow := strings.Replace(string(good), "speed = 100.0", "speed = 20.0", 1)
	if err := os.WriteFile(config, []byte(slow), 0o644); err != nil {
		t.Fatal(err)
	}
	out, in := io.Pipe()
	var stderr livetest.Output
	ended := make(chan int, 1)
	go func() {
		ended <- run([]string{"run", "--config", config}, &console{in: strings.NewReader(""), out: in, err: &stderr})
		in.Close()
	}()
	hup := func(text string) {
		t.Helper()
		if err := os.WriteFile(config, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := syscall.Kill(os.Getpid(), syscall.SIGHUP); err != nil {
			t.Fatal(err)
		}
	}
	second := strings.Replace(slow, "[[board]]", "[[board]]\nid = \"two\"\nscan_hz = 50\nwiring = { driver = \"simulated\", style = \"clean\", speed = 20.0, pgn = \"game.pgn\" }\n[[board]]", 1)
	var told []string
	for lines := bufio.NewScanner(out); lines.Scan(); {
		line := lines.Text()
		told = append(told, line)
		switch {
		case line == "demo: 1. e4" && !strings.Contains(stderr.String(), "continues with the old one"):
			hup("[[board]]\nid = \"Demo!\"\n")
		case line == "demo: 1... e5" && !strings.Contains(stderr.String(), "read again\""):
			hup(second)
		case strings.HasPrefix(line, "two: 1. e4"):
			if err := syscall.Kill(os.Getpid(), syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
		}
	}
	if status := <-ended; status != exitDone {
		t.Fatalf("exit status %d after\n%s\n%s", status, strings.Join(told, "\n"), stderr.String())
	}
	log := stderr.String()
	for _, want := range []string{"continues with the old one", "the configuration has been read again", "resuming the journal"} {
		if !strings.Contains(log, want) {
			t.Errorf("the log does not say %q:\n%s", want, log)
		}
	}
	if n := strings.Count(log, "a journal begins"); n != 2 {
		t.Errorf("%d journals were begun, one a board:\n%s", n, log)
	}
}

// At SIGHUP, a pipe or a device in the place of the configuration, or of a file that it names,
// changes nothing: it is reported, play goes on, and SIGTERM ends the daemon.
func TestReloadOfNoFile(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(secret, []byte("the arbiter's"), 0o600); err != nil {
		t.Fatal(err)
	}
	config := simulated(t, fmt.Sprintf("[[mqtt.user]]\nname = \"ann\"\nrole = \"arbiter\"\npassword_file = %q\n", secret))
	var stderr livetest.Output
	ended := make(chan int, 1)
	go func() {
		ended <- run([]string{"run", "--config", config}, &console{in: strings.NewReader(""), out: io.Discard, err: &stderr})
	}()
	within := func(what string, is func() bool) {
		t.Helper()
		for limit := time.Now().Add(2 * time.Minute); !is(); time.Sleep(10 * time.Millisecond) {
			if time.Now().After(limit) {
				t.Fatalf("%s: not within two minutes: %s", what, stderr.String())
			}
		}
	}
	within("the daemon begins", func() bool { return strings.Contains(stderr.String(), "following") })
	n := 0
	for _, path := range []string{secret, config} {
		for _, put := range []func() error{func() error { return syscall.Mkfifo(path, 0o644) }, func() error { return os.Symlink("/dev/zero", path) }} {
			before, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
			if err := put(); err != nil {
				t.Fatal(err)
			}
			if err := syscall.Kill(os.Getpid(), syscall.SIGHUP); err != nil {
				t.Fatal(err)
			}
			n++
			within("a reload of no file", func() bool { return strings.Count(stderr.String(), "continues with the old one") == n })
			if path == config && n == 4 {
				break
			}
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, before, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, says := range []string{secret + " is not a file but a pipe", secret + " is not a file but a device", config + " is not a file but a pipe", config + " is not a file but a device"} {
		if !strings.Contains(stderr.String(), says) {
			t.Errorf("the log does not say %q: %s", says, stderr.String())
		}
	}
	if err := syscall.Kill(os.Getpid(), syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	select {
	case status := <-ended:
		if status != exitDone {
			t.Errorf("exit status %d: %s", status, stderr.String())
		}
	case <-time.After(2 * time.Minute):
		t.Fatal("SIGTERM is not obeyed")
	}
}
