package setup

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/crypto/bcrypt"

	"touchmove/internal/topic"
)

// Place is where a setup writes, and the default names.
type Place struct {
	File  string // the configuration; "" means BOARD.toml in the working directory
	State string // directory of the journals that the file names; "" names none
	Group string // the daemon's group, which may read passwords; "" means that only their owner may
	Unit  bool   // systemd starts the daemon with File
	// Arbiters and Technicians are the groups whose members may give commands on this computer; ""
	// means the daemon's user alone.
	Arbiters, Technicians string
	Board                 string // default id of the board
	Name                  string // of this computer in the local network, before ".local"

	Address string // of this computer in the local network; "" without one
}

// Where the Debian package has its files. Its unit starts the daemon with PackageFile.
const (
	PackageFile  = "/etc/touchmove/touchmove.toml"
	packageState = "/var/lib/touchmove"
	packageUnit  = "/usr/lib/systemd/system/touchmove.service"
	packageGroup = "touchmove"

	packageArbiters    = "touchmove-arbiters"
	packageTechnicians = "touchmove-technicians"
)

// ThisPlace returns the place on this computer: that of the package if this user may write there,
// otherwise the working directory.
func ThisPlace() Place {
	p := Place{Board: "board-1", Name: "touchmove", Address: address()}
	if host, err := os.Hostname(); err == nil && host != "raspberrypi" && host != "localhost" {
		p.Name = topic.Level(strings.Split(host, ".")[0])
	}
	if _, err := os.Stat(packageUnit); err == nil && os.Geteuid() == 0 {
		p.File, p.State, p.Group, p.Unit = PackageFile, packageState, packageGroup, true
		p.Arbiters, p.Technicians = packageArbiters, packageTechnicians
	}
	return p
}

// address returns the first IPv4 address at which other computers may find this one.
func address() string {
	all, _ := net.InterfaceAddrs() // none without a network
	for _, a := range all {
		if n, ok := a.(*net.IPNet); ok && n.IP.To4() != nil && n.IP.IsGlobalUnicast() {
			return n.IP.String()
		}
	}
	return ""
}

// taken returns an error if the file of a board with this name already exists, provided that the
// name decides on the file. A demonstration is no error, as it can be put aside.
func (p Place) taken(board string) error {
	path := p.path(board)
	if _, err := os.Lstat(path); p.File != "" || err != nil || demonstration(path) {
		return nil
	}
	return fmt.Errorf("%s exists already and is never overwritten: choose another name, or look at it with touchmove check %s", path, path)
}

// path returns the file for the configuration of a board.
func (p Place) path(board string) string {
	if p.File != "" {
		return p.File
	}
	return board + ".toml"
}

// unused returns a name beside the configuration that no file has: the given one, or else one with
// a number.
func (p Place) unused(name string) string {
	dir := filepath.Dir(p.path("board"))
	base, ext := strings.TrimSuffix(name, filepath.Ext(name)), filepath.Ext(name)
	for n := 2; ; n++ {
		if _, err := os.Lstat(filepath.Join(dir, name)); errors.Is(err, fs.ErrNotExist) || n > 1000 {
			return name
		}
		name = fmt.Sprintf("%s-%d%s", base, n, ext)
	}
}

// writeSecret writes the hash of a password, readable for its owner and the daemon's group.
func (p Place) writeSecret(path string, hash []byte) error {
	if err := create(path, append(hash, '\n'), 0o600); err != nil {
		return err
	}
	g, err := user.LookupGroup(p.Group)
	if p.Group == "" || err != nil {
		return nil // the daemon runs as this user
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

// NewPassword makes a password of 60 random bits that can be typed on a phone: "k7qf-2mxa-9trd",
// without 0, 1, 8 and 9, which look like letters.
func NewPassword() string {
	text := strings.ToLower(rand.Text())
	return text[:4] + "-" + text[4:8] + "-" + text[8:12]
}

// hashed returns the stored form of a password (bcrypt; about a tenth of a second on a Raspberry Pi
// 4).
func hashed(password string) ([]byte, error) {
	return bcrypt.GenerateFromPassword([]byte(password), bcrypt.DefaultCost)
}
