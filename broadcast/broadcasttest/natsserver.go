package broadcasttest

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// NATS is a real NATS server with JetStream on a free loopback port. What it has
// acknowledged survives when it is killed.
type NATS struct {
	Address string // HOST:PORT
	config  string
	cmd     *exec.Cmd
	log     bytes.Buffer
}

// NewNATS starts a server and ends it with the test. If the program is not installed, the
// test is skipped.
func NewNATS(t *testing.T, config ...string) *NATS {
	t.Helper()
	if _, err := exec.LookPath("nats-server"); err != nil {
		t.Skip("NOT TESTED: nats-server is not installed, as `apt-get install nats-server` does")
	}
	n := &NATS{Address: FreeAddress(t), config: filepath.Join(t.TempDir(), "nats.conf")}
	conf := fmt.Sprintf("listen: %q\njetstream { store_dir: %q }\n%s\n", n.Address, t.TempDir(), strings.Join(config, "\n"))
	if err := os.WriteFile(n.config, []byte(conf), 0o600); err != nil {
		t.Fatal(err)
	}
	n.Start(t)
	t.Cleanup(n.Kill)
	return n
}

// Start starts it again at the same address, with its data.
func (n *NATS) Start(t *testing.T) {
	t.Helper()
	n.cmd = exec.Command("nats-server", "-c", n.config)
	n.cmd.Stderr, n.cmd.Stdout = &n.log, &n.log
	n.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := n.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("nats-server: %s", &n.log)
		}
	})
	Eventually(t, "the NATS server listens", func() bool {
		c, err := net.Dial("tcp", n.Address)
		if err == nil {
			c.Close()
		}
		return err == nil
	})
}

// Kill kills it without notice to clients.
func (n *NATS) Kill() {
	if n.cmd != nil {
		n.cmd.Process.Kill()
		n.cmd.Wait()
		n.cmd = nil
	}
}
