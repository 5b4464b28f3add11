//go:build !linux

package control

import "net"

// peer is the Unix user at the other end of a socket; it is known on Linux only.
func peer(*net.UnixConn) string { return "" }
