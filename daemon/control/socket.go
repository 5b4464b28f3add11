package control

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"touchmove/broadcast"
)

// Sockets is the directory of the sockets, and who may open them besides the daemon's
// own user: Unix groups, by name or number. Empty means nobody.
type Sockets struct {
	Dir         string
	Arbiters    string
	Technicians string
}

// endpoint is one socket and its role.
type endpoint struct {
	name string
	role broadcast.Role
}

// endpoints are in the order in which a client tries them: a user who may act as an
// arbiter need not connect as a technician.
var endpoints = []endpoint{{"arbiter.sock", broadcast.Arbiter}, {"technician.sock", broadcast.Technician}}

// longest is the maximum length of a socket's path (unix(7): 108 bytes with the
// terminating zero).
const longest = 107

// listen opens one socket for a group. It opens it under a temporary name, to which only
// this user can connect, so that nobody outside the group can connect at any moment. It
// replaces a socket left by a daemon that was killed.
func listen(path, group string) (*net.UnixListener, error) {
	if c, err := dial(path); err == nil {
		c.Close()
		return nil, fmt.Errorf("%s: another touchmove is listening there: give this one a directory of its own, control.directory", path)
	}
	fresh := path + ".new"
	if err := errors.Join(vacate(path), vacate(fresh)); err != nil {
		return nil, err
	}
	if err := os.Remove(fresh); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var l *net.UnixListener
	err := withShortPath(fresh, func(address string) (err error) {
		l, err = net.ListenUnix("unix", &net.UnixAddr{Name: address, Net: "unix"})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	l.SetUnlinkOnClose(false) // its name will have changed by then
	if err = grant(fresh, group); err == nil {
		err = os.Rename(fresh, path)
	}
	if err != nil {
		l.Close()
		os.Remove(fresh)
		return nil, err
	}
	return l, nil
}

// vacate makes sure that no directory is in the place of a socket. Docker makes an empty one for a
// socket that it is to mount before there is one. What has content is somebody's, and stays.
func vacate(path string) error {
	if info, err := os.Lstat(path); err != nil || !info.IsDir() {
		return nil // a socket of a killed daemon is replaced
	}
	if err := os.Remove(path); err != nil {
		return fmt.Errorf("%s is a directory, where the control socket must be: move it away, or name another directory under [control] (%w)", path, err)
	}
	return nil
}

// grant makes a socket accessible to a group.
func grant(path, group string) error {
	if err := os.Chmod(path, 0o600); err != nil || group == "" {
		return err
	}
	gid, err := groupID(group)
	if err != nil {
		return err
	}
	if err := os.Chown(path, -1, gid); err != nil {
		return fmt.Errorf("%w: the daemon's user must be a member of the group %s", err, group)
	}
	return os.Chmod(path, 0o660)
}

// groupID returns the id of a group given by name or number.
func groupID(group string) (int, error) {
	if gid, err := strconv.Atoi(group); err == nil {
		return gid, nil
	}
	g, err := user.LookupGroup(group)
	if err != nil {
		return 0, fmt.Errorf("group %s: %w: add it (groupadd --system %s), or name another in [control]", group, err, group)
	}
	gid, err := strconv.Atoi(g.Gid)
	if err != nil {
		return 0, fmt.Errorf("group %s: %w", group, err)
	}
	return gid, nil
}

// Check checks that the groups exist. The error names the first that does not exist, and
// says what to do.
func (s Sockets) Check() error {
	for _, group := range []string{s.Arbiters, s.Technicians} {
		if group == "" {
			continue
		}
		if _, err := groupID(group); err != nil {
			return fmt.Errorf("control: %w", err)
		}
	}
	return nil
}

func dial(path string) (c net.Conn, err error) {
	err = withShortPath(path, func(address string) (err error) {
		c, err = (&net.Dialer{Timeout: 5 * time.Second}).Dial("unix", address)
		return err
	})
	return c, err
}

// withShortPath calls use with a name of the path that is short enough for a socket: the
// name that an open directory has below /proc.
func withShortPath(path string, use func(address string) error) error {
	if len(path) <= longest {
		return use(path)
	}
	dir, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	defer dir.Close()
	err = use(fmt.Sprintf("/proc/self/fd/%d/%s", dir.Fd(), filepath.Base(path)))
	var op *net.OpError
	if errors.As(err, &op) {
		return fmt.Errorf("%s: %w", path, op.Err)
	}
	return err
}

// notListening reports whether an error of dial means that no daemon listens there.
func notListening(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ECONNREFUSED) || errors.Is(err, syscall.ENOTDIR)
}
