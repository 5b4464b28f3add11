package broker

import (
	"net"
	"syscall"
	"testing"
)

// What the kernel holds of a connection is limited, each way. Otherwise packets that wait
// for their pace, and messages that are not read, could take megabytes that nobody counts.
func TestKernelHoldsLittle(t *testing.T) {
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer inner.Close()
	l := &counted{inner, newEntrance(nil), func(net.Addr) {}}
	client, err := net.Dial("tcp", inner.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	line, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer line.Close()
	raw, err := line.(*entered).Conn.(*net.TCPConn).SyscallConn()
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
