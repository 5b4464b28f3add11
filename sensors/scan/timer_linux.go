package scan

import (
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Timer makes a board's goroutine sleep from one scan to the next. It is a
// timerfd_create(2) on which Go's poller waits. Go's own timers are rounded to the
// milliseconds of epoll_wait(2), so that a wait of 5 ms becomes two waits, and a
// second thread is woken to look for work. Measured, that cost twice the processor
// time, and scans began half a millisecond late. Except for Wake, a Timer is for
// one goroutine.
type Timer struct {
	file *os.File
	conn syscall.RawConn
}

// NewTimer returns a timer. If the kernel provides none, it sleeps with time.Sleep.
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

// Sleep returns after a time, which must be above 0, or earlier if it is woken. It
// reports whether it was.
func (t *Timer) Sleep(wait time.Duration) (woken bool) {
	began := time.Now()
	if t.file == nil || !t.poll(wait) {
		time.Sleep(wait)
	}
	return time.Since(began) < wait
}

// Wake ends a sleep from another goroutine. A call just before a sleep begins does
// not shorten it.
func (t *Timer) Wake() {
	if t != nil && t.file != nil {
		t.conn.Control(func(fd uintptr) {
			unix.TimerfdSettime(int(fd), 0, &unix.ItimerSpec{Value: unix.NsecToTimespec(1)}, nil)
		})
	}
}

// poll waits on the timer. It returns false if that is not possible.
func (t *Timer) poll(wait time.Duration) bool {
	var failed error
	set := false
	err := t.conn.Read(func(fd uintptr) (over bool) {
		if set {
			return true // no need to read: setting the timer again clears the expiry
		}
		// The timer is set only here: set before the poller waits, it could expire
		// unnoticed.
		set = true
		failed = unix.TimerfdSettime(int(fd), 0, &unix.ItimerSpec{Value: unix.NsecToTimespec(int64(wait))}, nil)
		return failed != nil
	})
	return err == nil && failed == nil
}

// Close closes the timer. No goroutine may be sleeping.
func (t *Timer) Close() error {
	if t == nil || t.file == nil {
		return nil
	}
	return t.file.Close()
}
