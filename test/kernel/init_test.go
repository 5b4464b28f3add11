//go:build linux

package kernel

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"
	"unsafe"
)

// goodbye is the machine's last line when all its tests have passed.
const goodbye = "machine: all passed"

// TestMain runs the tests. In the machine it is also the init, which sets up and shuts
// down.
func TestMain(m *testing.M) {
	if os.Getpid() != 1 {
		os.Exit(m.Run())
	}
	code := 1
	if err := setUp(); err != nil {
		fmt.Println("machine:", err)
	} else if code = m.Run(); code == 0 {
		fmt.Println(goodbye)
	}
	syscall.Sync()
	err := syscall.Reboot(syscall.LINUX_REBOOT_CMD_POWER_OFF)
	fmt.Println("machine: it cannot be switched off:", err)
	select {}
}

// inMachine skips a test outside the machine.
func inMachine(t *testing.T) {
	t.Helper()
	if os.Getpid() != 1 {
		t.Skip("runs as the init of a machine that TestMachine boots")
	}
}

// setUp mounts the usual file systems, loads the modules and brings the loopback
// interface up.
func setUp() error {
	var errs []error
	for _, m := range [][2]string{{"proc", "/proc"}, {"sysfs", "/sys"}, {"devtmpfs", "/dev"}, {"tmpfs", "/run"}} {
		if err := syscall.Mount(m[0], m[1], m[0], 0, ""); err != nil {
			errs = append(errs, fmt.Errorf("mount %s: %w", m[1], err))
		}
	}
	for name, value := range map[string]string{"PATH": "/bin", "HOME": "/root", "LANG": "C.UTF-8"} {
		errs = append(errs, os.Setenv(name, value))
	}
	for _, name := range modules {
		if err := load(name); err != nil {
			errs = append(errs, fmt.Errorf("module %s: %w", name, err))
		}
	}
	return errors.Join(append(errs, loopback())...)
}

// load loads a module into the kernel.
func load(name string) error {
	text, err := os.ReadFile(filepath.Join("/mod", name+".ko"))
	if err != nil {
		return err
	}
	params := []byte{0}
	_, _, errno := syscall.Syscall(syscall.SYS_INIT_MODULE, uintptr(unsafe.Pointer(&text[0])), uintptr(len(text)), uintptr(unsafe.Pointer(&params[0])))
	runtime.KeepAlive(text)
	if errno != 0 && errno != syscall.EEXIST {
		return errno
	}
	return nil
}

// loopback brings lo up; the kernel then gives it its address (netdevice(7)).
func loopback() error {
	fd, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_DGRAM, 0)
	if err != nil {
		return err
	}
	defer syscall.Close(fd)
	var request struct {
		name  [syscall.IFNAMSIZ]byte
		flags uint16
		_     [22]byte
	}
	copy(request.name[:], "lo")
	request.flags = syscall.IFF_UP | syscall.IFF_RUNNING
	_, _, errno := syscall.Syscall(syscall.SYS_IOCTL, uintptr(fd), syscall.SIOCSIFFLAGS, uintptr(unsafe.Pointer(&request)))
	if errno != 0 {
		return fmt.Errorf("loopback interface: %w", errno)
	}
	return nil
}

// eventually waits until something holds. It waits in the machine's time, so only what
// never happens takes long.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for limit := time.Now().Add(time.Minute); !holds(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(limit) {
			t.Fatalf("not within a minute: %s", what)
		}
	}
}
