package control

import (
	"fmt"
	"net"
	"os/user"
	"strconv"
	"syscall"
)

// peer is the other end of a socket, as the kernel reports it (unix(7), SO_PEERCRED).
type peer struct {
	known   bool
	process int32 // 0 if it cannot be seen from here, as from inside another container
	user    uint32
}

func credentials(c *net.UnixConn) peer {
	raw, err := c.SyscallConn()
	if err != nil {
		return peer{}
	}
	var cred *syscall.Ucred
	var refused error
	if err := raw.Control(func(fd uintptr) {
		cred, refused = syscall.GetsockoptUcred(int(fd), syscall.SOL_SOCKET, syscall.SO_PEERCRED)
	}); err != nil || refused != nil {
		return peer{}
	}
	return peer{true, cred.Pid, cred.Uid}
}

// name returns the Unix user, by name if it has one. Empty means unknown.
func (p peer) name() string {
	if !p.known {
		return ""
	}
	id := strconv.FormatUint(uint64(p.user), 10)
	if u, err := user.LookupId(id); err == nil {
		return u.Username
	}
	return fmt.Sprintf("uid %s", id)
}
