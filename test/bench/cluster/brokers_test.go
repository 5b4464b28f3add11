package cluster

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"touchmove/broadcast/broadcasttest"
)

// fleet is a set of brokers that can be killed one by one.
type fleet struct {
	commands  [][]string // of each node
	addresses []string   // where each accepts MQTT
	running   []*exec.Cmd
	spoil     func(i int) // loses the disk content of a node that is not running, or replaces it with an old one; nil: there is no content
}

// natsServer builds the server from its module.
func natsServer(t *testing.T) string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "nats-server")
	if out, err := exec.Command("go", "build", "-o", binary, "github.com/nats-io/nats-server/v2").CombinedOutput(); err != nil {
		t.Fatalf("building the NATS server: %v\n%s", err, out)
	}
	return binary
}

// nats starts a cluster of three NATS servers, with JetStream for retained messages.
func nats(t *testing.T) *fleet {
	t.Helper()
	binary := natsServer(t)
	f := &fleet{}
	var routes, dirs []string
	for range 3 {
		routes = append(routes, broadcasttest.FreeAddress(t))
	}
	for i := range 3 {
		f.addresses = append(f.addresses, broadcasttest.FreeAddress(t))
		dir := filepath.Join(t.TempDir(), "store")
		dirs = append(dirs, dir)
		config := filepath.Join(t.TempDir(), "nats.conf")
		text := fmt.Sprintf("server_name: n%d\nlisten: %s\njetstream { store_dir: %q }\nmqtt { listen: %q }\ncluster { name: hall, listen: %q, routes: [nats://%s] }\n",
			i, broadcasttest.FreeAddress(t), dir, f.addresses[i], routes[i], strings.Join(routes, ", nats://"))
		if err := os.WriteFile(config, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		f.commands = append(f.commands, []string{binary, "-c", config})
	}
	f.spoil = func(i int) { os.RemoveAll(dirs[i]) }
	f.begin(t)
	return f
}

// mosquitto starts one broker without persistence.
func mosquitto(t *testing.T) *fleet {
	t.Helper()
	return oneMosquitto(t, "persistence false")
}

// keeper starts one mosquitto that stores retained messages on its disk. Each spoil but
// the first puts back the disk content from the first one, as after restoring an old
// backup.
func keeper(t *testing.T) *fleet {
	t.Helper()
	dir := t.TempDir()
	f := oneMosquitto(t, "persistence true", "persistence_location "+dir+"/", "autosave_interval 1")
	store, old := filepath.Join(dir, "mosquitto.db"), []byte(nil)
	f.spoil = func(int) {
		if old == nil {
			old, _ = os.ReadFile(store)
			return
		}
		os.WriteFile(store, old, 0o600)
	}
	return f
}

func oneMosquitto(t *testing.T, lines ...string) *fleet {
	t.Helper()
	address := broadcasttest.FreeAddress(t)
	host, port, _ := net.SplitHostPort(address)
	config := filepath.Join(t.TempDir(), "mosquitto.conf")
	text := fmt.Sprintf("listener %s %s\nallow_anonymous true\nuser root\n%s\n", port, host, strings.Join(lines, "\n"))
	if err := os.WriteFile(config, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	f := &fleet{commands: [][]string{{mosquittoPath(), "-c", config}}, addresses: []string{address}}
	f.begin(t)
	return f
}

// mosquittoPath returns the path of the program. Debian puts it outside users' PATH.
func mosquittoPath() string {
	if path, err := exec.LookPath("mosquitto"); err == nil {
		return path
	}
	return "/usr/sbin/mosquitto"
}

func (f *fleet) begin(t *testing.T) {
	f.running = make([]*exec.Cmd, len(f.commands))
	t.Cleanup(func() {
		for i := range f.running {
			f.kill(i)
		}
	})
	for i := range f.commands {
		f.start(t, i)
	}
}

func (f *fleet) start(t *testing.T, i int) {
	t.Helper()
	cmd := exec.Command(f.commands[i][0], f.commands[i][1:]...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	f.running[i] = cmd
}

func (f *fleet) killAll() {
	for i := range f.commands {
		f.kill(i)
	}
}

func (f *fleet) startAll(t *testing.T) {
	for i := range f.commands {
		f.start(t, i)
	}
}

// freeze stops all brokers, like computers that swap: their connections stay open, but
// nothing is sent.
func (f *fleet) freeze(freeze bool) {
	how := syscall.SIGCONT
	if freeze {
		how = syscall.SIGSTOP
	}
	for _, cmd := range f.running {
		if cmd != nil {
			cmd.Process.Signal(how)
		}
	}
}

func (f *fleet) kill(i int) {
	if cmd := f.running[i]; cmd != nil {
		cmd.Process.Kill()
		cmd.Wait()
		f.running[i] = nil
	}
}
