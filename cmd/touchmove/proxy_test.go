package main

import (
	"bufio"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// A proxy in the environment (ALL_PROXY), such as one for the whole computer, does not come between the daemon and
// its own broker.
func TestNoProxyToTheOwnBroker(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self)
	cmd.Args = []string{"touchmove", "run", "--plain", "--config", simulated(t, "")}
	cmd.Env = append(os.Environ(), "ALL_PROXY=socks5://127.0.0.1:1", "GORACE=atexit_sleep_ms=0") // where nobody listens
	log, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Wait()
	defer cmd.Process.Kill()
	var said strings.Builder
	for lines := bufio.NewScanner(log); lines.Scan(); {
		said.WriteString(lines.Text() + "\n")
		if strings.Contains(lines.Text(), "no connection to the broker") {
			break
		}
		if strings.Contains(lines.Text(), "connected to the broker") {
			return
		}
	}
	t.Errorf("the daemon does not reach its own broker:\n%s", said.String())
}

// A proxy for WebSockets in the environment (HTTP_PROXY) leads to brokers elsewhere, and not to this computer, by whatever
// address or name it is called.
func TestNoProxyToThisComputer(t *testing.T) {
	name, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	hosts := map[string]bool{"0.0.0.0": false, "LOCALHOST": false, "broker.invalid": true} // and whether through the proxy
	if _, err := net.LookupHost(name); err == nil {
		hosts[name] = false
	}
	addresses, err := net.InterfaceAddrs()
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range addresses {
		if ip := a.(*net.IPNet).IP; !ip.IsLoopback() && ip.To4() != nil {
			hosts[ip.String()] = false
			break
		}
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	// asked opens a web server and returns its address and the first path that it is asked for.
	asked := func(listen string) (address string, hosts <-chan string) {
		l, err := net.Listen("tcp", listen)
		if err != nil {
			t.Fatal(err)
		}
		to := make(chan string, 1)
		server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			select {
			case to <- r.Method + " " + r.Host:
			default:
			}
			http.Error(w, "no broker", http.StatusBadGateway)
		})}
		go server.Serve(l) //nolint:errcheck // until it is closed
		t.Cleanup(func() { server.Close() })
		return l.Addr().String(), to
	}
	for host, far := range hosts {
		broker, atBroker := asked("0.0.0.0:0")
		proxy, atProxy := asked("127.0.0.1:0")
		_, port, err := net.SplitHostPort(broker)
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.CommandContext(t.Context(), self)
		cmd.Args = []string{"touchmove", "screen", "--files", "--broker", "ws://" + net.JoinHostPort(host, port), "--listen", "127.0.0.1:0"}
		cmd.Env = append(os.Environ(), "HTTP_PROXY=http://"+proxy, "NO_PROXY=", "no_proxy=", "GORACE=atexit_sleep_ms=0")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		select {
		case who := <-atProxy:
			if !far {
				t.Errorf("%s: the proxy is asked: %s", host, who)
			}
		case who := <-atBroker:
			if far {
				t.Errorf("%s: the proxy is not asked: %s", host, who)
			}
		case <-time.After(time.Minute):
			t.Errorf("%s: nobody is asked within a minute", host)
		}
		cmd.Process.Kill()
		cmd.Wait()
	}
}
