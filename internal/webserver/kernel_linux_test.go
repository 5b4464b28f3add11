package webserver

import (
	"net"
	"syscall"
	"testing"
)

// What the kernel holds of a connection is limited, each way: a visitor may read nothing.
func TestKernelHoldsLittle(t *testing.T) {
	l, err := Listen("127.0.0.1:0", 8)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	client, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	line, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer line.Close()
	raw, err := line.(*conn).Conn.(*net.TCPConn).SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	err = raw.Control(func(fd uintptr) {
		for name, option := range map[string]int{"to be read": syscall.SO_RCVBUF, "to be sent": syscall.SO_SNDBUF} {
			if n, err := syscall.GetsockoptInt(int(fd), syscall.SOL_SOCKET, option); err != nil || n > 2*kernelBuffer {
				t.Errorf("%s, the kernel may hold %d bytes, %v; want %d at most", name, n, err, 2*kernelBuffer)
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}
