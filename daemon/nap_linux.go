package daemon

import (
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Nap is what a board's goroutine sleeps by from one scan to the next: a
// timerfd_create(2) that Go's poller waits for. Go's own timers are rounded to
// the milliseconds of epoll_wait(2), so that a wait of 5 ms is two, and a second
// thread is woken to look for work: measured, twice the processor time, and
// scans that begin half a millisecond late. A Nap is for one goroutine, but for
// wake.
type Nap struct {
	file *os.File
	conn syscall.RawConn
}

// NewNap returns a nap without a file when the kernel gives none; it sleeps as
// Go does.
func NewNap() *Nap {
	fd, err := unix.TimerfdCreate(unix.CLOCK_MONOTONIC, unix.TFD_NONBLOCK|unix.TFD_CLOEXEC)
	if err != nil {
		return &Nap{}
	}
	file := os.NewFile(uintptr(fd), "timerfd")
	conn, err := file.SyscallConn()
	if err != nil {
		file.Close()
		return &Nap{}
	}
	return &Nap{file: file, conn: conn}
}

// sleep returns after a time, which is above 0, or sooner when it is woken, and
// says whether it was.
func (n *Nap) sleep(wait time.Duration) (woken bool) {
	began := time.Now()
	if n.file == nil || !n.poll(wait) {
		time.Sleep(wait)
	}
	return time.Since(began) < wait
}

// wake ends a sleep from another goroutine. It does not end the next one: who
// wakes a Nap that is just about to begin is heard after it.
func (n *Nap) wake() {
	if n != nil && n.file != nil {
		n.conn.Control(func(fd uintptr) {
			unix.TimerfdSettime(int(fd), 0, &unix.ItimerSpec{Value: unix.NsecToTimespec(1)}, nil)
		})
	}
}

// poll says whether the timer could be waited for.
func (n *Nap) poll(wait time.Duration) bool {
	var failed error
	set := false
	err := n.conn.Read(func(fd uintptr) (over bool) {
		if set {
			return true // nothing is read: setting it anew takes the expiry back
		}
		// Set before the poller looks, it could expire unseen.
		set = true
		failed = unix.TimerfdSettime(int(fd), 0, &unix.ItimerSpec{Value: unix.NsecToTimespec(int64(wait))}, nil)
		return failed != nil
	})
	return err == nil && failed == nil
}

// Close gives the timer back. No sleep may be under way.
func (n *Nap) Close() error {
	if n.file == nil {
		return nil
	}
	return n.file.Close()
}
