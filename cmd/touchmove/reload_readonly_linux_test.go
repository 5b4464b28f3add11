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

// While the disk takes nothing, what is played waits in memory. A reload would lose it, and is
// refused until the disk can be written; the game goes on meanwhile, and after the reload.
func TestReloadOnAReadOnlyCard(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it")
	}
	card := t.TempDir()
	mount := func(flags uintptr) error { return syscall.Mount("tmpfs", card, "tmpfs", flags, "size=8m") }
	if err := mount(0); err != nil {
		t.Skipf("a file system of its own takes root: %v", err)
	}
	t.Cleanup(func() { syscall.Unmount(card, syscall.MNT_DETACH) })
	if err := mount(syscall.MS_REMOUNT | syscall.MS_RDONLY); err != nil {
		t.Fatal(err)
	}
	config := filepath.Join(t.TempDir(), "hall.toml")
	game := "[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. d3 Be7 5. O-O O-O 6. Re1 d6 7. c3 Na5 8. Bb5 a6 9. Ba4 b5 10. Bc2 c5 1-0\n"
	if err := os.WriteFile(filepath.Join(filepath.Dir(config), "game.pgn"), []byte(game), 0o644); err != nil {
		t.Fatal(err)
	}
	address := broadcasttest.FreeAddress(t)
	text := fmt.Sprintf("state = %q\n[screen]\nlisten = \"\"\n[mqtt]\nlisten = %q\nwebsocket = \"\"\n", filepath.Join(card, "state"), address) +
		"[control]\ndirectory = \"control\"\n[[board]]\nid = \"one\"\nevent = \"open\"\nscan_hz = 50\nwiring = { driver = \"simulated\", style = \"clean\", speed = 4.0, pgn = \"game.pgn\" }\n"
	if err := os.WriteFile(config, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	stderr, ended, said, hup := reloadable(t, config)
	said("all boards are being scanned", 1)
	one := broadcasttest.Follow(t, "tcp://"+address, "touchmove/v1/open/one/", "", "")
	plays := func(plies int) {
		t.Helper()
		broadcasttest.Eventually(t, fmt.Sprint(plies, " plies"), func() bool { moves, _ := one.Moves(one.Game()); return len(moves) >= plies })
	}
	plays(1)
	first := one.Game()
	hup()
	said("the daemon continues with the old one", 1)
	if !strings.Contains(stderr.String(), "would be lost") {
		t.Errorf("the log does not say why there is no reload: %s", stderr)
	}
	moves, _ := one.Moves(first)
	plays(len(moves) + 1)
	if err := mount(syscall.MS_REMOUNT); err != nil {
		t.Fatal(err)
	}
	said("the disk is storing records again", 1)
	hup()
	said("all boards are being scanned", 2)
	broadcasttest.Eventually(t, "the game is back", func() bool { return one.Last("availability") == "online" && one.Game() == first })
	if err := syscall.Kill(os.Getpid(), syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if status := <-ended; status != exitDone {
		t.Errorf("exit status %d: %s", status, stderr)
	}
}
