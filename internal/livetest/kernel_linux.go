package livetest

import (
	"net"
	"syscall"
	"testing"
)

// KernelHolds fails the test if the kernel may hold more bytes of a TCP connection than most, either
// those that wait to be read or those that wait to be sent. Linux doubles what a program asks for
// (socket(7), SO_RCVBUF): most is what was asked for.
func KernelHolds(t testing.TB, line net.Conn, most int) {
	t.Helper()
	raw, err := line.(*net.TCPConn).SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	err = raw.Control(func(fd uintptr) {
		for name, option := range map[string]int{"to be read": syscall.SO_RCVBUF, "to be sent": syscall.SO_SNDBUF} {
			if n, err := syscall.GetsockoptInt(int(fd), syscall.SOL_SOCKET, option); err != nil || n > 2*most {
				t.Errorf("%s, the kernel may hold %d bytes, %v; want %d at most", name, n, err, 2*most)
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}
