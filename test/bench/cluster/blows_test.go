package cluster

import (
	"math/rand/v2"
	"syscall"
	"testing"
	"time"
)

// hall is what the blows hit.
type hall struct {
	fleet *fleet
	line  *balancer
	board *board
	dice  *rand.Rand
}

// upTo waits for a random time, up to a limit.
func (h *hall) upTo(limit time.Duration) { time.Sleep(time.Duration(h.dice.Int64N(int64(limit)))) }

// away waits for a short time, or for longer than a daemon waits before it gives a broker
// up.
func (h *hall) away() {
	if h.dice.IntN(2) == 0 {
		h.upTo(3 * time.Second)
		return
	}
	time.Sleep(17 * time.Second)
}

// Wrong times that a computer without a battery may believe in.
var moments = []time.Time{
	time.Date(1970, 1, 1, 0, 0, 7, 0, time.UTC), time.Date(1999, 12, 31, 23, 59, 58, 0, time.UTC), time.Date(2099, 1, 1, 0, 0, 0, 0, time.UTC), {},
}

// blow is one thing that happens to a hall.
type blow struct {
	name string
	deal func(*testing.T, *hall)
}

var all = []blow{
	{"a broker is killed", func(t *testing.T, h *hall) {
		i := h.dice.IntN(len(h.fleet.commands))
		h.fleet.kill(i)
		h.upTo(2 * time.Second)
		h.fleet.start(t, i)
	}},
	{"all brokers are killed", func(t *testing.T, h *hall) {
		h.fleet.killAll()
		time.Sleep(time.Second)
		h.fleet.startAll(t)
	}},
	{"all brokers lose their disks, or find old ones", func(t *testing.T, h *hall) {
		h.fleet.killAll()
		for i := range h.fleet.commands {
			if h.fleet.spoil != nil {
				h.fleet.spoil(i)
			}
		}
		h.fleet.startAll(t)
	}},
	{"the brokers hang", func(t *testing.T, h *hall) {
		h.fleet.freeze(true)
		h.away()
		h.fleet.freeze(false)
	}},
	{"lines are cut", func(t *testing.T, h *hall) { h.line.cut() }},
	{"lines are left half open", func(t *testing.T, h *hall) { h.line.halve() }},
	{"lines go silent, and nobody is told", func(t *testing.T, h *hall) {
		h.line.silence(true)
		h.away()
		h.line.silence(false)
	}},
	{"the daemon is killed (-9)", func(t *testing.T, h *hall) {
		h.board.end(syscall.SIGKILL)
		h.board.start(t)
	}},
	{"the daemon is stopped", func(t *testing.T, h *hall) {
		h.board.end(syscall.SIGTERM)
		h.board.start(t)
	}},
	{"the disk is full", func(t *testing.T, h *hall) {
		empty := h.board.fill()
		time.Sleep(time.Second)
		empty()
	}},
	{"the disk is full, and the daemon is killed", func(t *testing.T, h *hall) {
		empty := h.board.fill()
		time.Sleep(time.Second)
		h.board.end(syscall.SIGKILL)
		empty()
		h.board.start(t)
	}},
	{"the clock jumps", func(t *testing.T, h *hall) {
		h.board.jump(t, moments[h.dice.IntN(len(moments))])
		h.upTo(time.Second)
		if h.dice.IntN(2) == 0 {
			h.board.end(syscall.SIGKILL)
			h.board.start(t)
		}
	}},
	// As far as this is possible without cutting a computer's power, which make
	// test-systemd does.
	{"power cut: journal torn, brokers gone, clock 1970", func(t *testing.T, h *hall) {
		h.fleet.killAll()
		h.board.end(syscall.SIGKILL)
		h.board.tear(t, h.dice.IntN(2) == 0)
		h.board.jump(t, moments[0])
		h.board.start(t)
		h.upTo(2 * time.Second)
		h.fleet.startAll(t)
		h.upTo(2 * time.Second)
		h.board.jump(t, time.Time{}) // it has the time from the network again
	}},
}

// dealt is how often a blow was dealt.
type dealt struct {
	name  string
	times int
}

// deal deals n blows: every kind in turn, in random order.
func (h *hall) deal(t *testing.T, n int) (counts []dealt) {
	t.Helper()
	for _, b := range all {
		counts = append(counts, dealt{name: b.name})
	}
	var deck []int
	for range n {
		time.Sleep(time.Duration(500+h.dice.IntN(1500)) * time.Millisecond) // play continues in between
		if len(deck) == 0 {
			deck = h.dice.Perm(len(all))
		}
		i := deck[0]
		deck = deck[1:]
		t.Log(time.Now().Format(time.TimeOnly), all[i].name)
		all[i].deal(t, h)
		counts[i].times++
	}
	return counts
}
