package gpiochip

import (
	"fmt"
	"os"

	"github.com/warthog618/go-gpiocdev/uapi"
)

// Look asks the kernel about a chip and its lines, without requesting any. path is
// the chip's device, such as "/dev/gpiochip0". The error names it and wraps the
// system's error.
func Look(path string) (Chip, error) {
	f, err := os.Open(path)
	if err != nil {
		return Chip{}, err
	}
	defer f.Close()
	c := Chip{Path: path}
	err = control(f, func(fd uintptr) error {
		info, err := uapi.GetChipInfo(fd)
		if err != nil {
			return err
		}
		c.Name, c.Label = uapi.BytesToString(info.Name[:]), uapi.BytesToString(info.Label[:])
		for n := range int(info.Lines) {
			line, err := uapi.GetLineInfoV2(fd, n)
			if err != nil {
				return fmt.Errorf("line %d: %w", n, err)
			}
			c.Lines = append(c.Lines, Info{
				Name: uapi.BytesToString(line.Name[:]), Consumer: uapi.BytesToString(line.Consumer[:]), Used: line.Flags.IsUsed(),
			})
		}
		return nil
	})
	if err != nil {
		return Chip{}, fmt.Errorf("%s: %w", path, err)
	}
	return c, nil
}

// control calls use with a file's descriptor, which stays open during the call.
func control(f *os.File, use func(fd uintptr) error) error {
	raw, err := f.SyscallConn()
	if err != nil {
		return err
	}
	var used error
	if err := raw.Control(func(fd uintptr) { used = use(fd) }); err != nil {
		return err
	}
	return used
}
