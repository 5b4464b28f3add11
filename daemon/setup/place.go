package setup

import (
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/crypto/bcrypt"

	"touchmove/internal/topic"
)

// Place is where a setup writes, and what it calls things.
type Place struct {
	File  string // the configuration; "" is BOARD.toml in the working directory
	State string // directory of games that the file names; "" names none
	Group string // group that may read passwords, the daemon's; "" keeps them for their owner
	Unit  bool   // systemd starts the daemon with File
	Board string // id in brackets
	Name  string // of this computer in the local network, before ".local"

	Address string // of this computer in the local network; "" without one
}

// The places of the package. Its unit starts the daemon with PackageFile.
const (
	PackageFile  = "/etc/touchmove/touchmove.toml"
	packageState = "/var/lib/touchmove"
	packageUnit  = "/usr/lib/systemd/system/touchmove.service"
	packageGroup = "touchmove"
)

// ThisPlace is the place on this computer: the package's for whoever may write there, otherwise the
// working directory.
func ThisPlace() Place {
	p := Place{Board: "board-1", Name: "touchmove", Address: address()}
	if host, err := os.Hostname(); err == nil && host != "raspberrypi" && host != "localhost" {
		p.Name = topic.Level(strings.Split(host, ".")[0])
	}
	if _, err := os.Stat(packageUnit); err == nil && os.Geteuid() == 0 {
		p.File, p.State, p.Group, p.Unit = PackageFile, packageState, packageGroup, true
	}
	return p
}

// address is the first at which another computer may find this one (IPv4).
func address() string {
	all, _ := net.InterfaceAddrs() // none without a network
	for _, a := range all {
		if n, ok := a.(*net.IPNet); ok && n.IP.To4() != nil && n.IP.IsGlobalUnicast() {
			return n.IP.String()
		}
	}
	return ""
}

// taken says that the file of a board with this name is there, where the name says which file it is. One
// that plays nothing but a demonstration can be put aside.
func (p Place) taken(board string) error {
	path := p.path(board)
	if _, err := os.Lstat(path); p.File != "" || err != nil || demonstration(path) {
		return nil
	}
	return fmt.Errorf("%s exists already and is never overwritten: choose another name, or look at it with touchmove check %s", path, path)
}

// path is where the configuration of a board goes.
func (p Place) path(board string) string {
	if p.File != "" {
		return p.File
	}
	return board + ".toml"
}

// writeSecret keeps the hash of a password for its owner and the daemon's group.
func (p Place) writeSecret(path string, hash []byte) error {
	if err := create(path, append(hash, '\n'), 0o600); err != nil {
		return err
	}
	g, err := user.LookupGroup(p.Group)
	if p.Group == "" || err != nil {
		return nil // the daemon runs as whoever wrote it
	}
	id, err := strconv.Atoi(g.Gid)
	if err == nil {
		err = errors.Join(os.Chown(path, -1, id), os.Chmod(path, 0o640))
	}
	if err != nil {
		return errors.Join(fmt.Errorf("%s: the daemon may not read it: %w", filepath.Base(path), err), os.Remove(path))
	}
	return nil
}

// NewPassword makes one of 60 random bits that can be typed on a phone: "k7qf-2mxa-9trd", without
// 0, 1, 8 and 9, which look like letters.
func NewPassword() string {
	text := strings.ToLower(rand.Text())
	return text[:4] + "-" + text[4:8] + "-" + text[8:12]
}

// hashed is what is kept of a password (bcrypt; about a tenth of a second on a Raspberry Pi 4).
func hashed(password string) ([]byte, error) {
	return bcrypt.GenerateFromPassword([]byte(password), bcrypt.DefaultCost)
}
