package livetest

import (
	"net"
	"testing"
)

// Accepted connects to a listener and returns the connection that it accepts. Both ends are closed
// when the test is over.
func Accepted(t testing.TB, l net.Listener) net.Conn {
	t.Helper()
	client, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Close() })
	line, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { line.Close() })
	return line
}
