package broadcast

import (
	"io"
	"net"
	"net/url"
	"testing"

	mqtt "github.com/eclipse/paho.mqtt.golang"
	"golang.org/x/sys/unix"
)

// A connection to a broker acknowledges what it reads at once, however long it has been in use.
// The same check of a plain connection finds that it does not.
func TestAcknowledgesAtOnce(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	go func() {
		for {
			line, err := listener.Accept()
			if err != nil {
				return
			}
			go io.Copy(line, line)
		}
	}()
	plain, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer plain.Close()
	if acknowledgesAtOnce(t, plain, plain.(*net.TCPConn)) {
		t.Skip("this kernel acknowledges at once without being asked")
	}
	line, err := dialURL(&url.URL{Scheme: "tcp", Host: listener.Addr().String()}, *mqtt.NewClientOptions())
	if err != nil {
		t.Fatal(err)
	}
	defer line.Close()
	if !acknowledgesAtOnce(t, line, line.(*promptLine).Conn.(*net.TCPConn)) {
		t.Error("acknowledgements of what a broker sends are delayed")
	}
}

// acknowledgesAtOnce reports whether the kernel does so for a connection to an echo, after it has
// been used in both directions for a while.
func acknowledgesAtOnce(t *testing.T, line io.ReadWriter, tcp *net.TCPConn) (is bool) {
	t.Helper()
	b := make([]byte, 1)
	for range 100 {
		if _, err := line.Write(b); err != nil {
			t.Fatal(err)
		}
		if _, err := line.Read(b); err != nil {
			t.Fatal(err)
		}
	}
	raw, err := tcp.SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	raw.Control(func(fd uintptr) {
		n, err := unix.GetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_QUICKACK)
		if err != nil {
			t.Fatal(err)
		}
		is = n != 0
	})
	return is
}
