package doctor

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

// permissions checks whether this user may open what the daemon opens.
func (e *examination) permissions(r *report) {
	looked := 0
	for _, kind := range []struct{ group, what string }{{"i2c", "I2C buses"}, {"gpio", "GPIO lines"}} {
		var refused, open []string
		for _, path := range e.devices(kind.group) {
			looked++
			err := e.Open("/" + path)
			switch {
			case err == nil:
				open = append(open, "/"+path)
			case errors.Is(err, fs.ErrPermission):
				refused = append(refused, "/"+path)
			default:
				r.fault(fmt.Sprintf("/%s cannot be opened: %v", path, err), "look for it in the kernel's messages", "sudo dmesg | grep -i "+kind.group)
			}
		}
		switch {
		case len(refused) > 0:
			e.refused(r, kind.group, kind.what, refused)
		case len(open) > 0:
			r.ok(fmt.Sprintf("%s may use the %s: %s", e.User.Name, kind.what, strings.Join(open, ", ")))
		}
	}
	if looked == 0 {
		r.note("nothing to open: no bus and no GPIO chip")
	}
}

// devices returns the device files that a board of the configuration may need to open:
// its buses, or all of them without a configuration; or the GPIO chips.
func (e *examination) devices(group string) []string {
	prefix := "gpiochip"
	if group == "i2c" {
		prefix = "i2c-"
	}
	entries, _ := fs.ReadDir(e.FS, "dev") // a system without /dev has none
	var list []string
	for _, entry := range entries {
		n := busNumber(entry.Name())
		if !strings.HasPrefix(entry.Name(), prefix) || group == "i2c" && len(e.needed()) > 0 && !slices.Contains(e.needed(), n) {
			continue
		}
		list = append(list, "dev/"+entry.Name())
	}
	return list
}

// refused says how this user can join the group, or that it has joined it but not
// logged in since.
func (e *examination) refused(r *report, group, what string, paths []string) {
	found := fmt.Sprintf("%s may not use the %s: permission denied for %s", e.User.Name, what, strings.Join(paths, ", "))
	members, exists := e.group(group)
	switch {
	case slices.Contains(e.User.Groups, group):
		r.fault(found+", although it is in the group "+group, "the device is not that group's: add a udev rule for it, then restart",
			fmt.Sprintf(`echo 'SUBSYSTEM=="%s", GROUP="%s", MODE="0660"' | sudo tee /etc/udev/rules.d/99-%s.rules`, map[string]string{"i2c": "i2c-dev", "gpio": "gpio", "spi": "spidev"}[group], group, group), reboot)
	case slices.Contains(members, e.User.Name):
		r.fault(found, "it has been added to the group "+group+" since it logged in: log out and in again, or restart the service", "newgrp "+group)
	case !exists:
		r.fault(found, "this system has no group "+group+": create it, give it the devices, and restart",
			"sudo groupadd --system "+group,
			fmt.Sprintf(`echo 'SUBSYSTEM=="%s", GROUP="%s", MODE="0660"' | sudo tee /etc/udev/rules.d/99-%s.rules`, map[string]string{"i2c": "i2c-dev", "gpio": "gpio", "spi": "spidev"}[group], group, group),
			fmt.Sprintf("sudo usermod -aG %s %s", group, e.User.Name), reboot)
	default:
		r.fault(found, "add it to the group "+group+", then log out and in again", fmt.Sprintf("sudo usermod -aG %s %s", group, e.User.Name))
	}
}

// group reads a group's members (group(5)), and whether the group exists.
func (e *examination) group(name string) (members []string, exists bool) {
	for _, line := range strings.Split(e.text("etc/group"), "\n") {
		if fields := strings.Split(strings.TrimSpace(line), ":"); len(fields) == 4 && fields[0] == name {
			return strings.Split(fields[3], ","), true
		}
	}
	return nil, false
}
