package daemon_test

import (
	"fmt"
	"net"
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
	d := websocket.Dialer{Subprotocols: []string{"mqtt"}, NetDial: (&net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(address)}}).Dial}
	c, _, err := d.DialContext(t.Context(), url, nil)
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

// Somebody who guesses passwords on the page of the screen's own server keeps no arbiter
// out who logs in there from another computer. Neither does one who takes every place of a
// reader keep out other readers.
func TestVisitorsOfThePageAreTellable(t *testing.T) {
	if l, err := net.Listen("tcp", "127.0.0.2:0"); err != nil {
		t.Skipf("this computer has one address of its own: %v", err)
	} else {
		l.Close()
	}
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
