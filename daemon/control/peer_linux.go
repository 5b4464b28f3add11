package control

import (
	"fmt"
	"net"
	"os/user"
	"strconv"
	"syscall"
)

// peer returns the Unix user at the other end of a socket, by name if it has one, as the
// kernel reports it (unix(7), SO_PEERCRED). Empty means unknown.
func peer(c *net.UnixConn) string {
	raw, err := c.SyscallConn()
	if err != nil {
		return ""
	}
	var cred *syscall.Ucred
	var refused error
	if err := raw.Control(func(fd uintptr) {
		cred, refused = syscall.GetsockoptUcred(int(fd), syscall.SOL_SOCKET, syscall.SO_PEERCRED)
	}); err != nil || refused != nil {
		return ""
	}
	if u, err := user.LookupId(strconv.FormatUint(uint64(cred.Uid), 10)); err == nil {
		return u.Username
	}
	return fmt.Sprintf("uid %d", cred.Uid)
}
