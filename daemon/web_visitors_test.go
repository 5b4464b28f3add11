package daemon_test

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"touchmove/broadcast/broadcasttest"
	"touchmove/configs"
)

// loginFrom logs in over the WebSocket of the screen's own server, from an address of this
// computer, and returns the code of the answer (MQTT 3.1.1, 3.2.2.3). The connection stays
// until the test ends.
func loginFrom(t *testing.T, address, url, id, name, password string) (code byte) {
	t.Helper()
	return loginThrough(t, address, "", url, id, name, password)
}

// loginThrough does the same in the name of a visitor (X-Forwarded-For), if there is one.
func loginThrough(t *testing.T, address, visitor, url, id, name, password string) (code byte) {
	t.Helper()
	header := http.Header{}
	if visitor != "" {
		header.Set("X-Forwarded-For", visitor)
	}
	d := websocket.Dialer{Subprotocols: []string{"mqtt"}, NetDial: (&net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(address)}}).Dial}
	c, _, err := d.DialContext(t.Context(), url, header)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	text := func(s string) string { return string([]byte{byte(len(s) >> 8), byte(len(s))}) + s }
	body, flags := text(id), byte(2)
	if name != "" {
		body, flags = body+text(name)+text(password), flags|0xc0
	}
	body = text("MQTT") + string([]byte{4, flags, 0, 0}) + body
	if err := c.WriteMessage(websocket.BinaryMessage, append([]byte{0x10, byte(len(body))}, body...)); err != nil {
		t.Fatal(err)
	}
	c.SetReadDeadline(time.Now().Add(30 * time.Second))
	_, answer, err := c.ReadMessage()
	if err != nil || len(answer) != 4 {
		t.Fatalf("the answer to a login is %x, %v", answer, err)
	}
	return answer[3]
}

// needsAddresses skips a test on a computer that has one loopback address only.
func needsAddresses(t *testing.T) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.2:0")
	if err != nil {
		t.Skipf("this computer has one address of its own: %v", err)
	}
	l.Close()
}

// Somebody who guesses passwords on the page of the screen's own server keeps no arbiter
// out who logs in there from another computer. Neither does one who takes every place of a
// reader keep out other readers.
func TestVisitorsOfThePageAreTellable(t *testing.T) {
	needsAddresses(t)
	t.Setenv("ANNS_PASSWORD", "arbiter's")
	c := small(t)
	c.Boards = c.Boards[:1]
	c.MQTT.WebSocket, c.Screen.Listen = "", broadcasttest.FreeAddress(t)
	c.MQTT.Users = []configs.User{{Name: "ann", Role: configs.Arbiter, Password: configs.Secret{Env: "ANNS_PASSWORD"}}}
	_, stop := running(t, c)
	defer stop()
	url := "ws://" + c.Screen.Listen + "/mqtt"
	for n := range 25 {
		if code := loginFrom(t, "127.0.0.2", url, "guess", "ann", fmt.Sprint("guess ", n)); code == 0 {
			t.Fatalf("guess %d is let in", n)
		}
	}
	if code := loginFrom(t, "127.0.0.1", url, "console", "ann", "arbiter's"); code != 0 {
		t.Errorf("after another computer's guesses the arbiter is answered %d", code)
	}
	const places = 1000
	for n := range places {
		loginFrom(t, "127.0.0.2", url, fmt.Sprint("crowd-", n), "", "")
	}
	if code := loginFrom(t, "127.0.0.1", url, "screen", "", ""); code != 0 {
		t.Errorf("beside %d readers from another computer, a reader is answered %d", places, code)
	}
}

// Behind a trusted proxy every visitor has an address of their own, at both ways in: one who
// guesses passwords, or takes every place, keeps out nobody else who comes through it. Who is
// no proxy cannot take the name of another, and a visitor cannot with what the proxy passes on.
func TestVisitorsOfAProxyAreTellable(t *testing.T) {
	needsAddresses(t)
	const proxy, noProxy = "127.0.0.3", "127.0.0.2"
	t.Setenv("ANNS_PASSWORD", "arbiter's")
	c := small(t)
	c.Boards = c.Boards[:1]
	c.MQTT.WebSocket, c.Screen.Listen = broadcasttest.FreeAddress(t), broadcasttest.FreeAddress(t)
	c.Screen.Proxies = []netip.Prefix{netip.MustParsePrefix(proxy + "/32")}
	c.MQTT.Users = []configs.User{{Name: "ann", Role: configs.Arbiter, Password: configs.Secret{Env: "ANNS_PASSWORD"}}}
	c.MQTT.TLS = configs.TLS{} // the page's own server leads to the broker, too
	c.Screen.Listen = strings.Replace(c.Screen.Listen, "127.0.0.1", "0.0.0.0", 1)
	_, stop := running(t, c)
	defer stop()
	_, port, _ := net.SplitHostPort(c.Screen.Listen)
	for n, url := range []string{"ws://127.0.0.1:" + port + "/mqtt", "ws://" + c.MQTT.WebSocket} {
		guesser, ann := fmt.Sprintf("198.51.100.%d", 10+n), fmt.Sprintf("203.0.113.%d", 10+n)
		for n := range 25 {
			// What the visitor itself writes stands first; the proxy adds its address.
			said := fmt.Sprintf("192.0.2.%d, %s", n, guesser)
			if code := loginThrough(t, proxy, said, url, "guess", "ann", fmt.Sprint("guess ", n)); code == 0 {
				t.Fatalf("%s: guess %d is let in", url, n)
			}
		}
		if code := loginThrough(t, proxy, guesser, url, "console", "ann", "arbiter's"); code == 0 {
			t.Errorf("%s: the one who guesses does not have to wait", url)
		}
		if code := loginThrough(t, proxy, ann, url, "console", "ann", "arbiter's"); code != 0 {
			t.Errorf("%s: after another visitor's guesses the arbiter is answered %d", url, code)
		}
	}
	for n := range 25 {
		loginThrough(t, noProxy, fmt.Sprintf("192.0.2.%d", n), "ws://"+c.MQTT.WebSocket, "guess", "ann", fmt.Sprint("guess ", n))
	}
	if code := loginThrough(t, noProxy, "192.0.2.99", "ws://"+c.MQTT.WebSocket, "console", "ann", "arbiter's"); code == 0 {
		t.Error("a computer that is no proxy guesses in the names of others without having to wait")
	}
	const places = 1000
	for n := range places {
		loginThrough(t, proxy, "198.51.100.7", "ws://127.0.0.1:"+port+"/mqtt", fmt.Sprint("crowd-", n), "", "")
	}
	if code := loginThrough(t, proxy, "198.51.100.8", "ws://127.0.0.1:"+port+"/mqtt", "screen", "", ""); code != 0 {
		t.Errorf("beside %d readers of one visitor, another visitor of the proxy is answered %d", places, code)
	}
}
