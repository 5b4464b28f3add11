//go:build linux

package kernel

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"touchmove/test/kernel/cp2112"
)

// plug connects a bridge to the machine until the test ends, and returns the number of
// its I2C bus and the path of its GPIO chip.
func plug(t *testing.T, name string, bus cp2112.Bus, port *cp2112.Port, from int) (number, gpiochip string) {
	t.Helper()
	before := devices()
	uhid, err := os.OpenFile("/dev/uhid", os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	_ = uhid.Fd() // from now on a read waits in the kernel
	b, err := cp2112.Plug(uhid, name, bus, port, from)
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- b.Serve() }()
	t.Cleanup(func() {
		if err := errors.Join(b.Unplug(), <-served, uhid.Close()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		eventually(t, name+" is gone", func() bool { return len(devices()) == len(before) })
	})
	eventually(t, "the kernel drives "+name, func() bool {
		number, gpiochip = "", ""
		for _, path := range devices() {
			switch base := filepath.Base(path); {
			case slices.Contains(before, path):
			case strings.HasPrefix(base, "i2c-"):
				number = strings.TrimPrefix(base, "i2c-")
			default:
				gpiochip = path
			}
		}
		return number != "" && gpiochip != ""
	})
	if b.Reports() == 0 {
		t.Fatalf("the driver of %s has asked it nothing", name)
	}
	return number, gpiochip
}

// devices returns the buses and GPIO chips that programs can open.
func devices() []string {
	var list []string
	for _, kind := range []string{"/dev/i2c-*", "/dev/gpiochip*"} {
		found, err := filepath.Glob(kind)
		if err != nil {
			panic(fmt.Sprint(kind, err))
		}
		list = append(list, found...)
	}
	return list
}
