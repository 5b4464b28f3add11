//go:build linux

package kernel

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"
)

// cuts is the number of power cuts.
const cuts = 4

// TestPowerCut cuts a machine's power while a board plays on it: QEMU is killed, and
// with it everything that the machine's kernel had in memory and had not written to the
// disk. The machine is switched on again and its daemon continues, again and again.
// What a subscriber received before a cut is what it receives after it, with the same
// numbers, and nothing is missing.
func TestPowerCut(t *testing.T) {
	if os.Getenv(enable) == "" {
		t.Skip("boots a kernel in QEMU, for minutes: make test-powercut runs it")
	}
	qemu, err := exec.LookPath("qemu-system-x86_64")
	if err != nil {
		unavailable(t, "there is no qemu-system-x86_64: apt-get install qemu-system-x86")
	}
	mkfs, err := exec.LookPath("mkfs.ext4")
	if err != nil {
		unavailable(t, "there is no mkfs.ext4: apt-get install e2fsprogs")
	}
	k, err := findKernel(t.Context(), t.Logf)
	if err != nil {
		unavailable(t, err.Error())
	}
	dir := t.TempDir()
	initrd, disk := filepath.Join(dir, "initrd"), filepath.Join(dir, "disk")
	if err := os.WriteFile(initrd, initramfs(t, k), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(mkfs, "-q", "-F", disk, "64M").CombinedOutput(); err != nil {
		t.Fatalf("mkfs.ext4: %v\n%s", err, out)
	}
	dice := rand.New(rand.NewPCG(1, 1))
	told := map[string]string{} // by game and number
	for cut := range cuts + 1 {
		m := boot(t, qemu, k.image, initrd, disk)
		again, fresh := map[string]bool{}, 0
		take := func(line string) {
			text, ok := strings.CutPrefix(line, toldLine)
			var move struct {
				Game string
				Seq  uint64
			}
			if !ok || json.Unmarshal([]byte(text), &move) != nil { // or a line that the cut has torn
				t.Log(line)
				return
			}
			key := fmt.Sprint(move.Game, " ", move.Seq)
			if before, known := told[key]; known && before != text {
				t.Errorf("before a cut was told\n%s\nand after it\n%s", before, text)
			} else if !known {
				fresh++
			}
			told[key], again[key] = text, true
		}
		for line := range m.lines {
			if take(line); cut < cuts && fresh > 8 || cut == cuts && fresh > 3 && len(again) == len(told) {
				break
			}
		}
		if cut < cuts { // the cut comes at a random instruction
			time.Sleep(time.Duration(dice.IntN(1500)) * time.Millisecond)
		}
		for _, line := range m.unplug() {
			take(line)
		}
		t.Logf("life %d: %d moves told in all, %d of them first in this one", cut+1, len(told), fresh)
		if lost := len(told) - len(again); lost > 0 && cut == cuts {
			t.Errorf("%d moves were told before the cuts and not after them", lost)
		}
		if fresh == 0 {
			t.Fatal("the machine has told nothing new: the console above says how far it came")
		}
	}
}

// toldLine begins a console line that has a move as a subscriber received it.
const toldLine = "told: "

// machine is a running QEMU.
type machine struct {
	cmd   *exec.Cmd
	lines chan string
}

func boot(t *testing.T, qemu, image, initrd, disk string) *machine {
	t.Helper()
	m := &machine{cmd: exec.Command(qemu, "-nodefaults", "-no-user-config", "-no-reboot", "-display", "none",
		"-M", "q35", "-cpu", "qemu64,+rdrand", "-m", "512", "-accel", "tcg",
		"-drive", "file="+disk+",if=none,id=disk,format=raw,cache=writeback", "-device", "virtio-blk-pci,drive=disk",
		"-kernel", image, "-initrd", initrd, "-serial", "stdio",
		"-append", "console=ttyS0 panic=-1 loglevel=3 mitigations=off -- -test.v -test.timeout=30m -test.run=^TestUnplugged$"), lines: make(chan string, 1000)}
	m.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	console, err := m.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := m.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	limit := time.AfterFunc(5*time.Minute, func() { m.cmd.Process.Kill() })
	go func() {
		defer close(m.lines)
		defer limit.Stop()
		for lines := bufio.NewScanner(console); lines.Scan(); {
			m.lines <- strings.TrimRight(lines.Text(), "\r")
		}
	}()
	t.Cleanup(func() { m.unplug() })
	return m
}

// unplug cuts the power, and returns the last lines of the console.
func (m *machine) unplug() (rest []string) {
	m.cmd.Process.Kill()
	for line := range m.lines {
		rest = append(rest, line)
	}
	m.cmd.Wait()
	return rest
}

// TestUnplugged is what the machine does until its power is cut: it plays, and prints
// on its console what a subscriber receives.
func TestUnplugged(t *testing.T) {
	inMachine(t)
	for _, name := range diskModules {
		if err := load(name); err != nil {
			t.Fatalf("module %s: %v", name, err)
		}
	}
	if err := os.Mkdir("/disk", 0o755); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the disk is there", func() bool { return syscall.Mount("/dev/vda", "/disk", "ext4", 0, "") == nil })
	games := strings.SplitAfter(string(read(t, "/games.pgn")), "\n\n[Event ")
	long := write(t, "long.pgn", "[Event "+strings.TrimSuffix(games[13], "[Event ")) // a game of 114 moves, which lasts through all cuts
	file := write(t, "hall-7.toml", fmt.Sprintf(`state = "/disk/state"
[mqtt]
listen = "127.0.0.1:1883"
websocket = ""
[screen]
listen = ""
[[board]]
id = "hall-7"
event = "open"
scan_hz = 50
wiring = { driver = "simulated", pgn = %q, style = "blitz", seed = 5, speed = 10.0 }
`, long))
	daemon := start(t, "run", "--plain", "--config", file)
	gone := make(chan error, 1)
	var c mqtt.Client
	eventually(t, "the broker is there", func() bool {
		c = mqtt.NewClient(mqtt.NewClientOptions().AddBroker("tcp://127.0.0.1:1883").SetClientID("listener").SetAutoReconnect(false).
			SetConnectionLostHandler(func(_ mqtt.Client, err error) { gone <- err }))
		token := c.Connect()
		return token.Wait() && token.Error() == nil
	})
	if token := c.Subscribe("touchmove/v1/open/hall-7/move", 1, func(_ mqtt.Client, m mqtt.Message) { fmt.Printf("%s%s\n", toldLine, m.Payload()) }); token.Wait() && token.Error() != nil {
		t.Fatal(token.Error())
	}
	fmt.Printf("the machine plays\n%s", daemon.err.String())
	select {
	case <-daemon.exited:
		t.Error("the daemon has ended by itself")
	case err := <-gone:
		t.Errorf("the broker has gone: %v", err)
	}
}
