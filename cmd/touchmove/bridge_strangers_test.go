package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// The server of a bridge, which may be open to a network, is bounded like all others: in its
// connections, headers and bodies, and one computer keeps no other out.
func TestBridgeOfStrangers(t *testing.T) {
	out, in := io.Pipe()
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	read := make(chan int64, 2)
	handler := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		n, _ := io.Copy(io.Discard, r.Body)
		read <- n
	})
	b := &bridge{c: &console{out: in, err: io.Discard}}
	go func() {
		ended <- b.serve(ctx, listenAt{address: "127.0.0.1:0"}, "%s", handler, slog.New(slog.DiscardHandler))
	}()
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	address = strings.TrimSpace(address)
	ask := func(request string) string {
		c, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		c.SetDeadline(time.Now().Add(time.Minute))
		go io.WriteString(c, request)
		line, _ := bufio.NewReader(c).ReadString('\n')
		return line
	}
	if line := ask("GET / HTTP/1.1\r\nHost: x\r\nA: " + strings.Repeat("x", 100<<10) + "\r\n\r\n"); !strings.Contains(line, "431") {
		t.Errorf("a header of 100 kB is answered %q", line)
	}
	ask("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n" + strings.Repeat("x", 1_000_000))
	if n := <-read; n > 100<<10 {
		t.Errorf("%d bytes of a body are read", n)
	}
	crowd := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 2)}}
	var lines []net.Conn
	for range mostAskers + 100 {
		c, err := crowd.Dial("tcp", address)
		if err != nil && len(lines) == 0 {
			t.Skipf("this computer has one address of its own: %v", err)
		} else if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		lines = append(lines, c)
	}
	if line := ask("GET / HTTP/1.1\r\nHost: x\r\n\r\n"); !strings.Contains(line, "200") { // the crowd has been looked at before
		t.Errorf("beside a crowd from another computer, a request is answered %q", line)
	}
	var reads sync.WaitGroup
	var closed atomic.Int64
	for _, c := range lines {
		reads.Go(func() {
			c.SetReadDeadline(time.Now().Add(2 * time.Second))
			if _, err := c.Read(make([]byte, 1)); !errors.Is(err, os.ErrDeadlineExceeded) {
				closed.Add(1)
			}
		})
	}
	reads.Wait()
	if n := closed.Load(); n < 50 {
		t.Errorf("of %d connections %d are closed", len(lines), n)
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
