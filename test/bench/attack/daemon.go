package main

import (
	"bufio"
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"
)

const (
	base   = "touchmove/v1/local/board-1/"
	config = `state = %q
[mqtt]
listen = %q
websocket = %q
tls = { cert = %q, key = %q }
[[mqtt.user]]
name = "ann"
role = "arbiter"
password_env = "ATTACK_ANN"
[[mqtt.user]]
name = "white"
role = "player"
boards = ["board-1"]
side = "white"
password_env = "ATTACK_WHITE"
[[mqtt.user]]
name = "fish"
role = "analyst"
password_env = "ATTACK_FISH"
[control]
directory = %q
[screen]
listen = %q
[metrics]
listen = %q
[[board]]
id = "board-1"
wiring = { driver = "simulated", seed = 1, speed = 10 }
`
	annsPassword   = "the arbiter's"
	whitesPassword = "the player's"
	fishsPassword  = "the analyst's"
)

// process is a daemon with one simulated board, on ports that are open to this computer only.
type process struct {
	addresses
	cmd     *exec.Cmd
	exited  chan struct{}
	log     logged
	arbiter mqtt.Client
	answers chan string
	notes   int
}

// addresses are a daemon's addresses, host:port, and its socket.
type addresses struct {
	TCP, Web, Screen, Metrics string
	Socket                    string // path of the arbiters' socket
	Secured                   bool   // TCP and Web take TLS
}

// logged collects what a process writes to its standard error.
type logged struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write implements io.Writer.
func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func build(dir string) (binary string, err error) {
	binary = filepath.Join(dir, "touchmove")
	cmd := exec.Command("go", "build", "-o", binary, "./cmd/touchmove")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return binary, nil
}

func freeAddress() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer l.Close()
	return l.Addr().String(), nil
}

// start starts a daemon for an attack, and returns once a reader can get the board's state.
func start(dir, binary string, row row) (*process, error) {
	own, err := os.MkdirTemp(dir, "daemon")
	if err != nil {
		return nil, err
	}
	d := &process{exited: make(chan struct{}), answers: make(chan string, 100)}
	for _, address := range []*string{&d.TCP, &d.Web, &d.Screen, &d.Metrics} {
		if *address, err = freeAddress(); err != nil {
			return nil, err
		}
	}
	d.Socket = filepath.Join(own, "control", "arbiter.sock")
	cert, key := "", ""
	if d.Secured = row.secured; d.Secured {
		if cert, key, err = certificate(own); err != nil {
			return nil, err
		}
	}
	path := filepath.Join(own, "touchmove.toml")
	if err := os.WriteFile(path, fmt.Appendf(nil, config, filepath.Join(own, "state"), d.TCP, d.Web, cert, key, filepath.Dir(d.Socket), d.Screen, d.Metrics), 0o600); err != nil {
		return nil, err
	}
	d.cmd = exec.Command(binary, "run", "--plain", "--config", path)
	if row.files > 0 { // as a service manager does it, before the program begins
		d.cmd = exec.Command("sh", "-c", fmt.Sprintf(`ulimit -n %d; exec "$0" "$@"`, row.files), binary, "run", "--plain", "--config", path)
	}
	d.cmd.Env = append(os.Environ(), "ATTACK_ANN="+annsPassword, "ATTACK_WHITE="+whitesPassword, "ATTACK_FISH="+fishsPassword, "GOMEMLIMIT=256MiB")
	d.cmd.Stderr = &d.log
	d.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := d.cmd.Start(); err != nil {
		return nil, err
	}
	go func() { d.cmd.Wait(); close(d.exited) }() //nolint:errcheck // only its end matters
	for limit := time.Now().Add(30 * time.Second); d.read() >= tooLong; {
		if time.Now().After(limit) || !d.alive() {
			d.stop()
			return nil, fmt.Errorf("the daemon publishes no state: %s", d.log.text.String())
		}
		time.Sleep(100 * time.Millisecond)
	}
	return d, d.login()
}

// client are the options of a client of the broker.
func (d *process) client(id string) *mqtt.ClientOptions {
	o := mqtt.NewClientOptions().SetClientID(id)
	if d.Secured {
		return o.AddBroker("ssl://" + d.TCP).SetTLSConfig(anyCertificate)
	}
	return o.AddBroker("tcp://" + d.TCP)
}

func (d *process) login() error {
	d.arbiter = mqtt.NewClient(d.client("arbiter").SetUsername("ann").SetPassword(annsPassword).
		SetAutoReconnect(true).SetResumeSubs(true).SetConnectTimeout(tooLong))
	if token := d.arbiter.Connect(); token.Wait() && token.Error() != nil {
		return token.Error()
	}
	token := d.arbiter.Subscribe(base+"cmd/note/result", 1, func(_ mqtt.Client, m mqtt.Message) {
		select {
		case d.answers <- string(m.Payload()):
		default:
		}
	})
	token.Wait()
	return token.Error()
}

// tooLong is the time after which waiting ends.
const tooLong = 10 * time.Second

// read returns how long a new reader waits for the board's state.
func (d *process) read() time.Duration {
	began := time.Now()
	got := make(chan struct{}, 1)
	c := mqtt.NewClient(d.client("reader").SetAutoReconnect(false).SetConnectTimeout(tooLong))
	token := c.Connect()
	if !token.WaitTimeout(tooLong) || token.Error() != nil {
		return tooLong
	}
	defer c.Disconnect(0)
	c.Subscribe(base+"state", 1, func(mqtt.Client, mqtt.Message) {
		select {
		case got <- struct{}{}:
		default:
		}
	})
	select {
	case <-got:
		return time.Since(began)
	case <-time.After(tooLong - min(tooLong, time.Since(began))):
		return tooLong
	}
}

// note returns how long an arbiter waits for the answer to a note.
func (d *process) note() time.Duration {
	began := time.Now()
	d.notes++
	id := fmt.Sprintf("note-%d", d.notes)
	d.arbiter.Publish(base+"cmd/note", 1, false, `{"id":"`+id+`","what":"attack"}`)
	timeout := time.After(tooLong)
	for {
		select {
		case answer := <-d.answers:
			if strings.Contains(answer, `"`+id+`"`) {
				return time.Since(began)
			}
		case <-timeout:
			return tooLong
		}
	}
}

// ask returns how long somebody at the computer waits for the answer of the socket of arbiters.
func (d *process) ask() time.Duration {
	began := time.Now()
	c, err := net.DialTimeout("unix", d.Socket, tooLong)
	if err != nil {
		return tooLong
	}
	defer c.Close()
	c.SetDeadline(began.Add(tooLong)) //nolint:errcheck // Read will report it
	if _, err := c.Write([]byte(`{"do":"boards"}` + "\n")); err != nil {
		return tooLong
	}
	if answer, err := bufio.NewReader(c).ReadString('\n'); err != nil || !strings.Contains(answer, `"ok":true`) {
		return tooLong
	}
	return time.Since(began)
}

func (d *process) alive() bool {
	select {
	case <-d.exited:
		return false
	default:
		return true
	}
}

// hasLogged reports whether the daemon's log has a text.
func (d *process) hasLogged(text string) bool {
	d.log.mu.Lock()
	defer d.log.mu.Unlock()
	return bytes.Contains(d.log.text.Bytes(), []byte(text))
}

// resident returns the daemon's memory in bytes (proc(5), status).
func (d *process) resident() (int64, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", d.cmd.Process.Pid))
	if err != nil {
		return 0, err
	}
	_, rest, found := strings.Cut(string(text), "VmRSS:")
	if !found {
		return 0, fmt.Errorf("no VmRSS of %d", d.cmd.Process.Pid)
	}
	kb, err := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
	return kb << 10, err
}

// processor returns the processor time that the daemon has used (proc(5), stat: in ticks of 10
// ms).
func (d *process) processor() time.Duration {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", d.cmd.Process.Pid))
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
	if len(fields) < 13 {
		return 0
	}
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return time.Duration(user+system) * 10 * time.Millisecond
}

// queued returns how long the daemon's threads, together, were ready to run and had no processor
// (proc(5), schedstat).
func (d *process) queued() (sum time.Duration) {
	paths, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", d.cmd.Process.Pid)) // the pattern is right
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if fields := strings.Fields(string(text)); err == nil && len(fields) > 1 {
			ns, _ := strconv.ParseInt(fields[1], 10, 64)
			sum += time.Duration(ns)
		}
	}
	return sum
}

func (d *process) stop() {
	if d.arbiter != nil {
		d.arbiter.Disconnect(0)
	}
	if d.alive() {
		d.cmd.Process.Signal(syscall.SIGTERM) //nolint:errcheck // it may have ended in the meantime
	}
	select {
	case <-d.exited:
	case <-time.After(20 * time.Second):
		d.cmd.Process.Kill() //nolint:errcheck // likewise
		<-d.exited
	}
}
