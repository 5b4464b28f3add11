package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// check reads the files that a configuration names, and waits for none of them.
func TestCheckFilesThatAConfigurationNames(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	if err := errors.Join(syscall.Mkfifo(at("pipe"), 0o600), os.WriteFile(at("words"), []byte("a logo"), 0o600)); err != nil {
		t.Fatal(err)
	}
	const board = "[[board]]\nid = \"one\"\nwiring = { driver = \"simulated\" }\n"
	for _, c := range []struct{ text, want string }{
		{board + "calibration = \"pipe\"\n", "pipe is not a file but a pipe"},
		{board + "[organiser]\nname = \"Club\"\nlogo = \"pipe\"\n", "pipe is not a file but a pipe"},
		{board + "[organiser]\nname = \"Club\"\nlogo = \"words\"\n", "words: it is neither SVG nor PNG"},
		{board + "[organiser]\nname = \"Club\"\nlogo = \"nowhere\"\n", "nowhere"},
	} {
		if err := os.WriteFile(at("hall.toml"), []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		type answer struct {
			status int
			said   string
		}
		answered := make(chan answer, 1)
		go func() {
			status, out, said := call(t, "", "check", at("hall.toml"))
			answered <- answer{status, out + said}
		}()
		select {
		case a := <-answered:
			if a.status != exitBad || !strings.Contains(a.said, c.want) {
				t.Errorf("exit status %d, want %q of\n%s\n%s", a.status, c.want, c.text, a.said)
			}
		case <-time.After(time.Minute):
			t.Fatalf("check waits for a file of\n%s", c.text)
		}
	}
}
