package webserver_test

import (
	"bufio"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"touchmove/internal/webserver"
)

// from connects from another loopback address, as another computer would.
func from(t *testing.T, ip, to string) net.Conn {
	t.Helper()
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(ip)}, Timeout: time.Minute}
	c, err := d.Dial("tcp", to)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// asks reports whether a request on a connection is answered.
func asks(c net.Conn) bool {
	c.SetDeadline(time.Now().Add(time.Minute))
	if _, err := io.WriteString(c, "GET / HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
		return false
	}
	answer, err := http.ReadResponse(bufio.NewReader(c), nil)
	return err == nil && answer.StatusCode == http.StatusOK // the answer has no body
}

func serve(t *testing.T, most int, h http.HandlerFunc) string {
	t.Helper()
	l, err := webserver.Listen("127.0.0.1:0", most)
	if err != nil {
		t.Fatal(err)
	}
	s := webserver.New(h, slog.New(slog.DiscardHandler))
	go s.Serve(l)
	t.Cleanup(func() { s.Close() })
	return l.Addr().String()
}

// One computer takes all places. Another one is served nevertheless, and the first keeps
// all connections but its newest.
func TestOneComputerKeepsNobodyOut(t *testing.T) {
	const most = 8
	address := serve(t, most, func(http.ResponseWriter, *http.Request) {})
	var crowd []net.Conn
	for range most {
		c := from(t, "127.0.0.2", address)
		if !asks(c) {
			t.Fatal("there is room, and a connection is not served")
		}
		crowd = append(crowd, c)
	}
	if asks(from(t, "127.0.0.2", address)) {
		t.Error("it is served over more connections than there are places")
	}
	for n := range 3 {
		if !asks(from(t, "127.0.0.3", address)) {
			t.Errorf("another computer is kept out from its connection %d", n+1)
		}
	}
	if !asks(crowd[0]) {
		t.Error("the oldest connection of the crowd was cut off")
	}
	for _, c := range crowd {
		c.Close()
	}
	for limit := time.Now().Add(time.Minute); !asks(from(t, "127.0.0.2", address)); {
		if time.Now().After(limit) {
			t.Fatal("places are not given back")
		}
	}
}

// A body is not read beyond its limit.
func TestBodiesAreBounded(t *testing.T) {
	read := make(chan error, 1)
	address := serve(t, 8, func(_ http.ResponseWriter, r *http.Request) {
		_, err := io.Copy(io.Discard, r.Body)
		read <- err
	})
	answer, err := http.Post("http://"+address, "text/plain", strings.NewReader(strings.Repeat("x", 100_000)))
	if err == nil {
		answer.Body.Close()
	}
	if err := <-read; err == nil {
		t.Error("100 kB were read")
	}
}
