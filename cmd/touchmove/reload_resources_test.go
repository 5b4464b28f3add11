package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"touchmove/broadcast/broadcasttest"
)

// The files that a configuration names are read before the boards stop, so a missing
// password file or logo changes nothing. If the new configuration cannot be opened, the boards
// return to the previous one with the passwords read then, even if their files have moved
// since.
func TestReloadWhatIsNamed(t *testing.T) {
	taken := broadcasttest.NewMosquitto(t)
	dir := t.TempDir()
	config, password := filepath.Join(dir, "hall.toml"), filepath.Join(dir, "ann.password")
	listen := broadcasttest.FreeAddress(t)
	put := func(listen, file string) {
		t.Helper()
		text := fmt.Sprintf("state = \"state\"\n[screen]\nlisten = \"\"\n[mqtt]\nlisten = %q\nwebsocket = \"\"\n[[mqtt.user]]\nname = \"ann\"\nrole = \"arbiter\"\npassword_file = %q\n"+
			"[[board]]\nid = \"one\"\nscan_hz = 50\nwiring = { driver = \"simulated\", style = \"clean\" }\n", listen, file)
		if err := os.WriteFile(config, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(password, []byte("arbiter's\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	put(listen, "ann.password")
	stderr, ended, said, hup := reloadable(t, config)
	said("all boards are being scanned", 1)
	ann := broadcasttest.Follow(t, "tcp://"+listen, "touchmove/v1/local/one/", "ann", "arbiter's")
	broadcasttest.Eventually(t, "the board", func() bool { return ann.Last("availability") == "online" })

	put(listen, "nobody.password")
	hup()
	said("continues with the old one", 1)
	if log := stderr.String(); !strings.Contains(log, "nobody.password") || strings.Contains(log, "read again\"") {
		t.Errorf("the log says\n%s", log)
	}

	put(listen, "ann.password")
	text, err := os.ReadFile(config)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(config, append(text, "[organiser]\nname = \"Club\"\nlogo = \"nowhere.svg\"\n"...), 0o644); err != nil {
		t.Fatal(err)
	}
	hup()
	said("continues with the old one", 2)
	if log := stderr.String(); !strings.Contains(log, "nowhere.svg") || strings.Contains(log, "read again\"") {
		t.Errorf("the log says\n%s", log)
	}

	other := filepath.Join(dir, "other.password")
	if err := os.Rename(password, other); err != nil {
		t.Fatal(err)
	}
	put(strings.TrimPrefix(taken.URL(), "tcp://"), "other.password")
	hup()
	said("back to the one before", 1)
	said("all boards are being scanned", 2)
	again := broadcasttest.Follow(t, "tcp://"+listen, "touchmove/v1/local/one/", "ann", "arbiter's")
	broadcasttest.Eventually(t, "the board, with the password of before", func() bool { return again.Last("availability") == "online" })

	if err := syscall.Kill(os.Getpid(), syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if status := <-ended; status != exitDone {
		t.Errorf("exit status %d\n%s", status, stderr.String())
	}
}
