//go:build !linux

package control

import "net"

// peer is the other end of a socket, which is known on Linux only.
type peer struct {
	process int32 // always 0
}

func credentials(*net.UnixConn) peer { return peer{} }

// name returns the Unix user, which is unknown.
func (peer) name() string { return "" }
