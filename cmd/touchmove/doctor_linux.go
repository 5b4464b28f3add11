package main

import (
	"bytes"
	"os"
	"os/user"
	"strconv"
	"syscall"
	"time"
	"unsafe"

	"periph.io/x/conn/v3/i2c"
	"periph.io/x/host/v3/sysfs"

	"touchmove/doctor"
)

// thisComputer is the computer as doctor sees it.
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

// clockSynchronised asks the kernel whether somebody disciplines its clock
// (adjtimex(2)).
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
	ids, _ := os.Getgroups() // without them it is in none
	for _, id := range append(ids, os.Getegid()) {
		if g, err := user.LookupGroupId(strconv.Itoa(id)); err == nil {
			u.Groups = append(u.Groups, g.Name)
		}
	}
	return u
}

// gpioChip asks the kernel about a GPIO chip and its lines, without taking any
// (Linux, include/uapi/linux/gpio.h).
func gpioChip(path string) (doctor.GPIOChip, error) {
	f, err := os.Open(path)
	if err != nil {
		return doctor.GPIOChip{}, err
	}
	defer f.Close()
	const getChipInfo, getLineInfo, used = 0x8044b401, 0xc100b405, 1
	var info struct {
		name, label [32]byte
		lines       uint32
	}
	if err := ioctl(f, getChipInfo, unsafe.Pointer(&info)); err != nil {
		return doctor.GPIOChip{}, err
	}
	chip := doctor.GPIOChip{Name: cString(info.name[:]), Label: cString(info.label[:])}
	for n := range info.lines {
		var line struct {
			name, consumer     [32]byte
			offset, attributes uint32
			flags              uint64
			_                  [10][16]byte
			_                  [4]uint32
		}
		line.offset = n
		if err := ioctl(f, getLineInfo, unsafe.Pointer(&line)); err != nil {
			return doctor.GPIOChip{}, err
		}
		chip.Lines = append(chip.Lines, doctor.Line{Name: cString(line.name[:]), Consumer: cString(line.consumer[:]), Used: line.flags&used != 0})
	}
	return chip, nil
}

func ioctl(f *os.File, request uintptr, data unsafe.Pointer) error {
	raw, err := f.SyscallConn()
	if err != nil {
		return err
	}
	var errno syscall.Errno
	err = raw.Control(func(fd uintptr) {
		_, _, errno = syscall.Syscall(syscall.SYS_IOCTL, fd, request, uintptr(data))
	})
	if errno != 0 {
		return os.NewSyscallError("ioctl", errno)
	}
	return err
}

// cString reads a C string.
func cString(b []byte) string {
	b, _, _ = bytes.Cut(b, []byte{0})
	return string(b)
}
