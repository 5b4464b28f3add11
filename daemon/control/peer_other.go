//go:build !linux

package control

import "net"

// peer is the Unix user at the other end of a socket, where the system tells it as
// Linux does; here it is not known.
func peer(*net.UnixConn) string { return "" }
