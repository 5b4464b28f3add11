package scan

import (
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Timer is what a board's goroutine sleeps by from one scan to the next: a
// timerfd_create(2) that Go's poller waits for. Go's own timers are rounded to
// the milliseconds of epoll_wait(2), so that a wait of 5 ms is two, and a second
// thread is woken to look for work: measured, twice the processor time, and
// scans that begin half a millisecond late. A Timer is for one goroutine, but for
// Wake.
type Timer struct {
	file *os.File
	conn syscall.RawConn
}

// NewTimer returns a timer without a file when the kernel gives none; it sleeps as
// Go does.
func NewTimer() *Timer {
	fd, err := unix.TimerfdCreate(unix.CLOCK_MONOTONIC, unix.TFD_NONBLOCK|unix.TFD_CLOEXEC)
	if err != nil {
		return &Timer{}
	}
	file := os.NewFile(uintptr(fd), "timerfd")
	conn, err := file.SyscallConn()
	if err != nil {
		file.Close()
		return &Timer{}
	}
	return &Timer{file: file, conn: conn}
}

// Sleep returns after a time, which is above 0, or sooner when it is woken, and
// reports whether it was.
func (t *Timer) Sleep(wait time.Duration) (woken bool) {
	began := time.Now()
	if t.file == nil || !t.poll(wait) {
		time.Sleep(wait)
	}
	return time.Since(began) < wait
}

// Wake ends a sleep from another goroutine. It does not end the next one: a call
// just before a sleep begins takes effect after it.
func (t *Timer) Wake() {
	if t != nil && t.file != nil {
		t.conn.Control(func(fd uintptr) {
			unix.TimerfdSettime(int(fd), 0, &unix.ItimerSpec{Value: unix.NsecToTimespec(1)}, nil)
		})
	}
}

// poll reports whether the timer could be waited for.
func (t *Timer) poll(wait time.Duration) bool {
	var failed error
	set := false
	err := t.conn.Read(func(fd uintptr) (over bool) {
		if set {
			return true // nothing is read: setting it again clears the expiry
		}
		// Set before the poller looks, it could expire unseen.
		set = true
		failed = unix.TimerfdSettime(int(fd), 0, &unix.ItimerSpec{Value: unix.NsecToTimespec(int64(wait))}, nil)
		return failed != nil
	})
	return err == nil && failed == nil
}

// Close gives the timer back. No sleep may be under way.
func (t *Timer) Close() error {
	if t == nil || t.file == nil {
		return nil
	}
	return t.file.Close()
}
