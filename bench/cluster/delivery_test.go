package cluster

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"touchmove/broadcast/broadcasttest"
	"touchmove/daemon"
)

var (
	blows = flag.Int("blows", 12, "how many blows are dealt to each fleet")
	seed  = flag.Uint64("seed", 1, "of the blows")
)

// program is touchmove, built once.
func program(t *testing.T) string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "touchmove")
	cmd := exec.Command("go", "build", "-o", binary, "./cmd/touchmove")
	cmd.Dir = "../.."
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("building touchmove: %v\n%s", err, out)
	}
	return binary
}

// board is the daemon under test, a process of its own.
type board struct {
	binary, config, state string
	cmd                   *exec.Cmd
	log                   *os.File
}

func (b *board) start(t *testing.T) {
	t.Helper()
	b.cmd = exec.Command(b.binary, "run", "--plain", "--config", b.config)
	b.cmd.Stderr = b.log
	b.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := b.cmd.Start(); err != nil {
		t.Fatal(err)
	}
}

func (b *board) end(how os.Signal) {
	if b.cmd != nil {
		b.cmd.Process.Signal(how)
		b.cmd.Wait()
		b.cmd = nil
	}
}

func newBoard(t *testing.T, url string) *board {
	t.Helper()
	dir := t.TempDir()
	b := &board{binary: program(t), config: filepath.Join(dir, "hall.toml"), state: filepath.Join(dir, "disk")}
	if err := os.Mkdir(b.state, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("tmpfs", b.state, "tmpfs", 0, "size=3m"); err != nil {
		t.Logf("no disk of its own, so it is not filled: %v", err)
	} else {
		t.Cleanup(func() { syscall.Unmount(b.state, syscall.MNT_DETACH) })
	}
	text := fmt.Sprintf("state = %q\n[mqtt]\nbroker = %q\nnode = \"pi-3\"\n[screen]\nlisten = \"\"\n[[board]]\nid = \"hall-7\"\nevent = \"open-2026\"\nscan_hz = 50\nwiring = { driver = \"simulated\", style = \"club\", seed = 5, speed = 40.0 }\n", b.state, url)
	if err := os.WriteFile(b.config, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	var err error
	if b.log, err = os.Create(filepath.Join(dir, "log")); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		b.end(syscall.SIGKILL)
		if t.Failed() {
			text, _ := os.ReadFile(b.log.Name())
			t.Logf("the daemon's log:\n%s", text[max(0, len(text)-8000):])
		}
	})
	b.start(t)
	return b
}

// fill takes what room the daemon's disk has.
func (b *board) fill() (empty func()) {
	path := filepath.Join(b.state, "other")
	var s syscall.Statfs_t
	if syscall.Statfs(b.state, &s) != nil || s.Blocks*uint64(s.Bsize) > 16<<20 {
		return func() {}
	}
	f, err := os.Create(path)
	if err != nil {
		return func() {}
	}
	defer f.Close()
	for {
		if _, err := f.Write(make([]byte, 4096)); err != nil {
			return func() { os.Remove(path) }
		}
	}
}

// slow lets the next daemon play next to nothing.
func (b *board) slow(t *testing.T) {
	t.Helper()
	text, err := os.ReadFile(b.config)
	if err == nil {
		err = os.WriteFile(b.config, bytes.Replace(text, []byte("speed = 40.0"), []byte("speed = 0.1"), 1), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// compare holds what a follower knows against the journals.
func (b *board) compare(t *testing.T, f *broadcasttest.Follower) (games, moves int, wrong []string) {
	t.Helper()
	list, err := daemon.Archive(b.state)
	if err != nil || len(list) == 0 {
		t.Fatalf("no journals: %v", err)
	}
	for _, a := range list {
		kept, err := a.Read()
		if err != nil {
			t.Fatal(err)
		}
		scores, err := a.Scores(kept)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range scores {
			var want []string
			for _, m := range s.Moves {
				want = append(want, m.UCI)
			}
			games, moves = games+1, moves+len(want)
			if got, _ := f.Moves(s.Game); !slices.Equal(got, want) {
				wrong = append(wrong, fmt.Sprintf("game %s\nwas kept as %v\nand is known as %v", s.Game, want, got))
			}
		}
	}
	return games, moves, wrong
}

// Blow after blow is dealt: brokers killed, one and all, lines cut and left half
// open, the daemon killed and stopped, its disk filled. In the end the
// subscriber has every game exactly as the journals have it.
func TestDelivery(t *testing.T) {
	for _, kind := range []struct {
		name string
		make func(*testing.T) *fleet
	}{{"mosquitto", mosquitto}, {"three NATS servers", nats}} {
		t.Run(kind.name, func(t *testing.T) {
			dice := rand.New(rand.NewPCG(*seed, 1))
			f := kind.make(t)
			line := balance(t, f)
			b := newBoard(t, line.url())
			follower := broadcasttest.Follow(t, line.url(), "touchmove/v1/open-2026/hall-7/", "", "")
			broadcasttest.Eventually(t, "the first state", func() bool { return follower.Last("state") != "" })
			counts := map[string]int{}
			began := time.Now()
			for range *blows {
				time.Sleep(time.Duration(500+dice.IntN(1500)) * time.Millisecond) // play goes on in between
				switch blow := dice.IntN(7); blow {
				case 0:
					counts["broker killed"]++
					i := dice.IntN(len(f.commands))
					f.kill(i)
					time.Sleep(time.Duration(dice.IntN(2000)) * time.Millisecond)
					f.start(t, i)
				case 1:
					counts["all brokers killed"]++
					for i := range f.commands {
						f.kill(i)
					}
					time.Sleep(time.Second)
					for i := range f.commands {
						f.start(t, i)
					}
				case 2:
					counts["lines cut"]++
					line.cut()
				case 3:
					counts["lines half open"]++
					line.halve()
				case 4:
					counts["daemon killed"]++
					b.end(syscall.SIGKILL)
					b.start(t)
				case 5:
					counts["daemon stopped"]++
					b.end(syscall.SIGTERM)
					b.start(t)
				case 6:
					counts["disk full"]++
					empty := b.fill()
					time.Sleep(time.Second)
					if dice.IntN(2) == 0 {
						b.end(syscall.SIGKILL)
						empty()
						b.start(t)
					} else {
						empty()
					}
				}
			}
			// Nothing more is done to anybody, and next to nothing is played.
			b.end(syscall.SIGTERM)
			b.slow(t)
			b.start(t)
			games, moves, wrong := 0, 0, []string{}
			for limit := time.Now().Add(2 * time.Minute); ; time.Sleep(500 * time.Millisecond) {
				games, moves, wrong = b.compare(t, follower)
				if len(wrong) == 0 || time.Now().After(limit) {
					break
				}
			}
			for _, w := range wrong {
				t.Error(w)
			}
			messages, again, silence := follower.Count()
			fmt.Printf("delivery: %s: %v in %v: %d games, %d moves; %d messages, %d of them again, longest silence %v, games lost or wrong %d\n",
				kind.name, counts, time.Since(began).Truncate(time.Second), games, moves, messages, again, silence.Truncate(time.Millisecond), len(wrong))
			if moves < 10 {
				t.Errorf("%d moves prove little", moves)
			}
		})
	}
}
