package webserver_test

import (
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"touchmove/internal/webserver"
)

func proxies(t *testing.T, list ...string) (p webserver.Proxies) {
	t.Helper()
	for _, text := range list {
		network, err := webserver.ParseProxy(text)
		if err != nil {
			t.Fatal(err)
		}
		p = append(p, network)
	}
	return p
}

// A visitor is whom the last trusted proxy was asked by. Nobody else can name one: not a
// computer that is no proxy, and not a visitor of a proxy, whose words stand further left.
func TestVisitor(t *testing.T) {
	p := proxies(t, "192.0.2.1", "10.0.0.0/8", "2001:db8:1::/48")
	for _, c := range []struct {
		line string
		says []string // lines of X-Forwarded-For
		want string
	}{
		{"192.0.2.1:5", []string{"198.51.100.7"}, "198.51.100.7"},
		{"[::ffff:192.0.2.1]:5", []string{"198.51.100.7"}, "198.51.100.7"}, // a socket of both families
		{"192.0.2.1:5", []string{"203.0.113.9, 198.51.100.7"}, "198.51.100.7"},
		{"192.0.2.1:5", []string{"203.0.113.9", "198.51.100.7"}, "198.51.100.7"},
		{"192.0.2.1:5", []string{"127.0.0.1, 10.1.2.3, 198.51.100.7"}, "198.51.100.7"},
		{"192.0.2.1:5", []string{"198.51.100.7, 10.1.2.3"}, "198.51.100.7"}, // two proxies
		{"192.0.2.1:5", []string{"198.51.100.7, 10.1.2.3", "2001:db8:1::5"}, "198.51.100.7"},
		{"192.0.2.1:5", []string{"10.1.2.3, 10.1.2.4"}, "10.1.2.3"}, // a visitor at a proxy's address
		{"192.0.2.1:5", []string{" 198.51.100.7:4711 "}, "198.51.100.7"},
		{"192.0.2.1:5", []string{"[2001:db8::7]:4711"}, "2001:db8::7"},
		{"192.0.2.1:5", []string{"[2001:db8::7]"}, "2001:db8::7"},
		{"192.0.2.1:5", []string{"2001:db8::7"}, "2001:db8::7"},
		{"192.0.2.1:5", nil, "192.0.2.1"},
		{"192.0.2.1:5", []string{""}, "192.0.2.1"},
		{"192.0.2.1:5", []string{"unknown"}, "192.0.2.1"},
		{"192.0.2.1:5", []string{"198.51.100.7, unknown, 10.1.2.3"}, "10.1.2.3"},
		{"192.0.2.1:5", []string{"198.51.100.7,"}, "192.0.2.1"},
		{"192.0.2.1:5", []string{"<script>"}, "192.0.2.1"},
		{"192.0.2.1:5", []string{"198.51.100.7, 127.0.0.1"}, "192.0.2.1"}, // a program at the proxy's computer
		{"192.0.2.1:5", []string{"::1"}, "192.0.2.1"},
		{"192.0.2.1:5", []string{"10.1.2.3, ::ffff:127.0.0.1"}, "192.0.2.1"},
		{"192.0.2.2:5", []string{"198.51.100.7"}, "192.0.2.2"}, // no proxy
		{"192.0.2.2:5", []string{"192.0.2.1"}, "192.0.2.2"},
		{"127.0.0.1:5", []string{"198.51.100.7"}, "127.0.0.1"}, // not even this computer, unless it is named
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = c.line
		r.Header["X-Forwarded-For"] = c.says
		if got := p.Visitor(r); got.Addr().String() != c.want || got.Port() != 5 {
			t.Errorf("from %s, X-Forwarded-For %q: %v, want %s", c.line, c.says, got, c.want)
		}
	}
}

// FuzzVisitor looks for a header that hides the address by which a proxy was asked.
func FuzzVisitor(f *testing.F) {
	for _, s := range []string{"", "203.0.113.9", "10.0.0.1,", "::ffff:192.0.2.1", "fe80::1%eth0, 10.0.0.1"} {
		f.Add(s)
	}
	p := webserver.Proxies{netip.MustParsePrefix("192.0.2.1/32")}
	f.Fuzz(func(t *testing.T, said string) {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = "192.0.2.1:5"
		r.Header["X-Forwarded-For"] = []string{said + ", 198.51.100.7"}
		if got := p.Visitor(r); got.Addr().String() != "198.51.100.7" {
			t.Errorf("a visitor that says %q is taken for %v", said, got)
		}
		r.Header["X-Forwarded-For"] = []string{said}
		if got := p.Visitor(r); !got.IsValid() {
			t.Errorf("%q makes a visitor without an address", said)
		}
	})
}

// A proxy is named by an address; what would trust strangers is refused.
func TestParseProxy(t *testing.T) {
	for text, want := range map[string]string{
		"192.168.7.2":        "192.168.7.2/32",
		"10.0.0.0/8":         "10.0.0.0/8",
		"fd00::7":            "fd00::7/128",
		"fd00::/8":           "fd00::/8",
		"::ffff:192.168.7.2": "192.168.7.2/32",
	} {
		if got, err := webserver.ParseProxy(text); err != nil || got.String() != want {
			t.Errorf("%s is %v, %v; want %s", text, got, err, want)
		}
	}
	for text, want := range map[string]string{
		"proxy.example.org": "not an address", "": "not an address", "192.168.7.2:80": "not an address", "fe80::1%eth0": "not an address",
		"::ffff:10.0.0.0/104": "not an address", "0.0.0.0/0": "every computer", "::/0": "every computer", "10.0.0.1/8": "within 10.0.0.0/8",
	} {
		if got, err := webserver.ParseProxy(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is %v, %v; want an error with %q", text, got, err, want)
		}
	}
}

// upgrades makes a WebSocket's request on a connection, in the name of a visitor, and reports
// whether it is answered.
func upgrades(c net.Conn, visitor string) bool {
	c.SetDeadline(time.Now().Add(time.Minute))
	fmt.Fprintf(c, "GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nX-Forwarded-For: %s\r\n\r\n", visitor)
	answer := make([]byte, 2)
	_, err := io.ReadFull(c, answer)
	return err == nil && string(answer) == "ok"
}

// One visitor of a proxy takes all places with WebSockets. Another visitor of that proxy is
// served nevertheless, and so is a request that is no WebSocket.
func TestOneVisitorOfAProxyKeepsNobodyOut(t *testing.T) {
	const most = 8
	l, err := webserver.Listen("127.0.0.1:0", most)
	if err != nil {
		t.Fatal(err)
	}
	seen := make(chan string, most+8)
	s := webserver.New(webserver.Behind(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Upgrade") == "" {
			return
		}
		c, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		seen <- c.RemoteAddr().String()
		io.WriteString(c, "ok")
		io.Copy(io.Discard, c)
		c.Close()
	}), proxies(t, "127.0.0.3")), slog.New(slog.DiscardHandler))
	go s.Serve(l)
	t.Cleanup(func() { s.Close() })
	address := l.Addr().String()

	crowd := make([]net.Conn, most)
	for n := range crowd {
		if crowd[n] = from(t, "127.0.0.3", address); !upgrades(crowd[n], "203.0.113.9, 198.51.100.7") {
			t.Fatal("there is room, and a WebSocket is not served")
		}
		if at := <-seen; !strings.HasPrefix(at, "198.51.100.7:") {
			t.Fatalf("the connection's remote address is %s", at)
		}
	}
	for n := range 2 {
		if c := from(t, "127.0.0.3", address); !upgrades(c, "198.51.100.8") {
			t.Errorf("another visitor's WebSocket %d is kept out", n+1)
		}
		if !asks(from(t, "127.0.0.3", address)) {
			t.Errorf("request %d through the proxy is not answered", n+1)
		}
	}
	crowd[0].SetReadDeadline(time.Now().Add(50 * time.Millisecond))
	if _, err := crowd[0].Read(make([]byte, 1)); err == io.EOF {
		t.Error("the oldest connection of the crowd was cut off")
	}
}
