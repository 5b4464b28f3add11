package main

import (
	"os"
	"os/user"
	"strconv"
	"syscall"
	"time"

	"periph.io/x/conn/v3/i2c"
	"periph.io/x/host/v3/sysfs"

	"touchmove/daemon/doctor"
	"touchmove/sensors/scan/gpiochip"
)

// thisComputer gives the doctor access to this computer.
func thisComputer() (doctor.System, error) {
	began := time.Now()
	return doctor.System{
		FS: os.DirFS("/"),
		Bus: func(number int) (doctor.Bus, error) {
			bus, err := sysfs.NewI2C(number)
			if err != nil {
				return nil, err
			}
			return i2c.BusCloser(bus), nil
		},
		Chip:         gpioChip,
		Open:         openDevice,
		Write:        func(dir string) error { return os.NewSyscallError("access", syscall.Access(dir, 2)) }, // W_OK
		Free:         freeBytes,
		Synchronised: clockSynchronised,
		Since:        func() time.Duration { return time.Since(began) },
		User:         thisUser(),
		PID:          os.Getpid(),
	}, nil
}

func openDevice(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return f.Close()
}

func freeBytes(dir string) (uint64, error) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		return 0, os.NewSyscallError("statfs", err)
	}
	return s.Bavail * uint64(s.Bsize), nil
}

// clockSynchronised asks the kernel whether a program such as an NTP daemon keeps
// its clock synchronised (adjtimex(2)).
func clockSynchronised() (bool, error) {
	const unsynchronised = 0x40 // STA_UNSYNC
	var t syscall.Timex
	if _, err := syscall.Adjtimex(&t); err != nil {
		return false, os.NewSyscallError("adjtimex", err)
	}
	return t.Status&unsynchronised == 0, nil
}

func thisUser() doctor.User {
	u := doctor.User{Name: "this user", Root: os.Geteuid() == 0}
	if me, err := user.Current(); err == nil {
		u.Name = me.Username
	}
	ids, _ := os.Getgroups() // on an error, it counts as being in no other group
	for _, id := range append(ids, os.Getegid()) {
		if g, err := user.LookupGroupId(strconv.Itoa(id)); err == nil {
			u.Groups = append(u.Groups, g.Name)
		}
	}
	return u
}

// gpioChip returns what the kernel says about a GPIO chip.
func gpioChip(path string) (doctor.GPIOChip, error) {
	found, err := gpiochip.Look(path)
	if err != nil {
		return doctor.GPIOChip{}, err
	}
	chip := doctor.GPIOChip{Name: found.Name, Label: found.Label}
	for _, l := range found.Lines {
		chip.Lines = append(chip.Lines, doctor.Line(l))
	}
	return chip, nil
}
