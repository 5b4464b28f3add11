package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/creack/pty"
)

// A command that reads from a terminal says what it waits for. It says nothing if it reads
// from a pipe.
func TestWaits(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ args, says string }{
		{"dead", "reads positions in FEN, one a line, from this terminal"},
		{"pgn check -", "reads a file, as < FILE gives it, from this terminal"},
	} {
		cmd := exec.Command(self)
		cmd.Args = append([]string{"touchmove"}, strings.Fields(c.args)...)
		cmd.Env = append(os.Environ(), "TERM=xterm", "GORACE=atexit_sleep_ms=0")
		terminal, err := pty.Start(cmd)
		if err != nil {
			t.Skipf("no pseudo-terminal here: %v", err)
		}
		stuck := time.AfterFunc(time.Minute, func() { cmd.Process.Kill() })
		var shown bytes.Buffer
		for buf := make([]byte, 1024); !strings.Contains(shown.String(), "ends it"); {
			n, err := terminal.Read(buf)
			shown.Write(buf[:n])
			if err != nil {
				break
			}
		}
		cmd.Process.Kill() // it has printed what it waits for
		cmd.Wait()
		stuck.Stop()
		terminal.Close()
		if !strings.Contains(shown.String(), c.says) {
			t.Errorf("%s says %q, want %q", c.args, shown.String(), c.says)
		}
		if _, out, said := call(t, "", strings.Fields(c.args)...); strings.Contains(out+said, "terminal") {
			t.Errorf("%s from a pipe says %q", c.args, said)
		}
	}
}

// A file that is missing is reported beside the other faults; a directory is refused with what to type.
func TestCheckAllAtOnce(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "hall.toml")
	text := "[[mqtt.user]]\nname = \"ann\"\nrole = \"king\"\npassword_file = \"ann.password\"\n[[board]]\nid = \"b\"\nwiring = { driver = \"simulated\", style = \"rough\" }\n"
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, f := range checkFile(path) {
		said = append(said, f.What)
	}
	all := strings.Join(said, "\n")
	for _, want := range []string{"king", "rough", "ann.password"} {
		if strings.Count(all, want) != 1 {
			t.Errorf("%d times %q in\n%s", strings.Count(all, want), want, all)
		}
	}
	if faults := checkFile(dir); len(faults) != 1 || !strings.Contains(faults[0].Remedy, "*.toml") {
		t.Errorf("a directory as a file: %v, want one fault with *.toml as the remedy", faults)
	}
}

// A configuration that is far too large is reported as such.
func TestCheckLarge(t *testing.T) {
	path := filepath.Join(t.TempDir(), "hall.toml")
	if err := os.WriteFile(path, bytes.Repeat([]byte("# \n"), maxConfig), 0o644); err != nil {
		t.Fatal(err)
	}
	faults := checkFile(path)
	if len(faults) != 1 || !strings.Contains(faults[0].What, "larger than 1024 kB") {
		t.Errorf("a file that is too large: %v, want one fault that says so", faults)
	}
}

// Of a line of many thousand characters `check` prints the part around the fault, and no text is endless that quotes it.
func TestCheckLongLines(t *testing.T) {
	long := strings.Repeat("y", 4000)
	for what, text := range map[string]string{
		"a value":        "[mqtt]\nlisten = \"" + long + "\"\n",
		"a key":          "[mqtt]\n" + long + " = 1\n",
		"no TOML":        long + "\n",
		"wide letters":   "[[board]]\nid = \"" + strings.Repeat("\u674e", 4000) + "\"\n",
		"a fault behind": "[mqtt]\nuser = [ " + strings.Repeat("{ name = \"ann\" }, ", 200) + "{ nm = 3 } ]\n",
	} {
		path := filepath.Join(t.TempDir(), "hall.toml")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		_, out, _ := call(t, "", "check", path)
		marked := false
		for line := range strings.Lines(out) {
			if width := ansi.StringWidth(line); width > 700+len(path) {
				t.Errorf("%s: a line of %d columns: %.200s", what, width, line)
			}
			marked = marked || strings.Contains(line, "^")
		}
		if what == "a fault behind" && (!strings.Contains(out, "{ nm = 3 }") || !marked) {
			t.Errorf("%s: what is wrong is not shown:\n%.2000s", what, out)
		}
	}
}
