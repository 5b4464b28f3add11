//go:build !linux

package control

import "net"

// peer returns the Unix user at the other end of a socket, which is known on Linux
// only.
func peer(*net.UnixConn) string { return "" }
