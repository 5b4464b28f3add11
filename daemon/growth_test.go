package daemon_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"touchmove/broadcast"
	"touchmove/daemon"
	"touchmove/rules"
	"touchmove/sensors"
)

// loose runs a board of which contacts chatter for two minutes, while moves are made on other
// squares, and returns its history and the length of its journal in bytes.
func loose(t *testing.T, chattering rules.Squares, moves ...string) (h *daemon.History, length int64) {
	synctest.Test(t, func(t *testing.T) {
		b, board := newChipBoard(t)
		at := rules.StartPosition()
		for sq := rules.A1; sq <= rules.H8; sq++ {
			if at.At(sq) != rules.NoPiece {
				b.pins.SetSquare(sq, sensors.Occupied)
			}
		}
		s := open(t, t.TempDir(), header, quiet)
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan error)
		go func() { done <- s.Loop.Run(daemon.NewLive(board, 0, nil, nil).Records(ctx, s.Loop)) }()
		time.Sleep(2*time.Second + time.Millisecond)
		chance := rand.New(rand.NewPCG(1, 2))
		for n := range 24000 {
			time.Sleep(5 * time.Millisecond)
			for set := chattering; set != 0; set &= set - 1 {
				b.pins.SetSquare(set.First(), []sensors.State{sensors.Empty, sensors.Occupied}[chance.IntN(2)])
			}
			if move, half := n/4000, n%4000; n >= 4000 && move <= len(moves) && (half == 0 || half == 100) {
				from, to, _ := strings.Cut(moves[move-1], "-")
				square, is := from, sensors.Empty
				if half == 100 {
					square, is = to, sensors.Occupied
				}
				sq, err := rules.ParseSquare(square)
				if err != nil {
					t.Fatal(err)
				}
				b.pins.SetSquare(sq, is)
			}
		}
		stop()
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		length = s.Store.Journal.Length()
		if err := s.Store.Journal.Close(); err != nil {
			t.Fatal(err)
		}
		h = s.History
	})
	return h, length
}

// Contacts that chatter at every scan do not fill the disk, nor make a journal that is too long to
// be read at the next start. The game goes on, and the squares stay without a vote.
func TestChatter(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it")
	}
	t.Parallel()
	t.Run("one square", func(t *testing.T) {
		t.Parallel()
		h, length := loose(t, rules.Squares(0).With(rules.A1), "e2-e4", "e7-e5", "g1-f3", "b8-c6")
		t.Logf("%d bytes", length)
		if length > 64<<10 {
			t.Errorf("the journal has %d bytes", length)
		}
		if got := fmt.Sprint(made(h)); got != "[e2e4 e7e5 g1f3 b8c6]" {
			t.Errorf("made %v", got)
		}
		if text := lines(h); !strings.Contains(text, `"flicker"`) || strings.Contains(text, `"fault":"none"`) {
			t.Errorf("the square is not reported, or as sound again:\n%s", text)
		}
	})
	t.Run("all squares", func(t *testing.T) {
		t.Parallel()
		h, length := loose(t, ^rules.Squares(0))
		t.Logf("%d bytes, %d entries", length, h.Last().Seq)
		if length > 5<<17 {
			t.Errorf("the journal has %d bytes", length)
		}
		if text := lines(h); strings.Contains(text, `"fault":"none"`) {
			t.Error("a square is reported as sound again")
		}
	})
}

// A login that sends commands all day, as many as it may, does not make the journal too long, and
// keeps nobody else from giving commands. All that is sent would make 3 MB, and then 11 MB more.
func TestCommandsAllDay(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it")
	}
	commanded(t, 50*time.Millisecond, func(t *testing.T, s *daemon.Session, send func(broadcast.Role, string, string, string) broadcast.Answer) {
		flood := func(role broadcast.Role, n int, every time.Duration, do, keys string) {
			ok := 0
			for i := range n {
				time.Sleep(every)
				if send(role, fmt.Sprint(role, do, i), do, keys).OK {
					ok++
				}
			}
			t.Logf("%v: %d of %d, the journal has %d bytes", role, ok, n, s.Store.Journal.Length())
		}
		flood(broadcast.Seat, 300, 200*time.Millisecond, "claim", `,"what":"touched-piece","by":"white","why":"`+strings.Repeat("x", 10<<10)+`"`)
		if n := s.Store.Journal.Length(); n > 1<<20 {
			t.Errorf("after the player's commands the journal has %d bytes", n)
		}
		if a := send(broadcast.Arbiter, "note-1", "note", `,"what":"hello"`); !a.OK {
			t.Errorf("the arbiter is refused: %v", a)
		}
		flood(broadcast.Arbiter, 700, 50*time.Millisecond, "note", `,"what":"`+strings.Repeat("x", 15<<10)+`"`)
		if n := s.Store.Journal.Length(); n > 19<<19 {
			t.Errorf("after the arbiter's commands the journal has %d bytes", n)
		}
		time.Sleep(time.Minute)
		if a := send(broadcast.Arbiter, "note-2", "note", `,"what":"hello"`); !a.OK {
			t.Errorf("the arbiter is refused a minute later: %v", a)
		}
	})
}

// commanded runs a board, scanned once a period, to which commands are given with send, in virtual time.
func commanded(t *testing.T, period time.Duration, run func(t *testing.T, s *daemon.Session, send func(role broadcast.Role, name, do, keys string) broadcast.Answer)) {
	synctest.Test(t, func(t *testing.T) {
		_, board := newChipBoard(t)
		s := open(t, t.TempDir(), header, quiet)
		requests := make(chan broadcast.Request, 1)
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan error)
		board.Period = period
		go func() { done <- s.Loop.Run(daemon.NewLive(board, 0, nil, requests).Records(ctx, s.Loop)) }()
		n := 0
		run(t, s, func(role broadcast.Role, name, do, keys string) broadcast.Answer {
			t.Helper()
			sender := broadcast.Sender{Name: name, Role: role, Side: rules.White}
			n++
			payload, err := broadcast.ReadPayload(fmt.Appendf(nil, `{"id":"%s-%d"%s}`, name, n, keys))
			if err != nil {
				t.Fatal(err)
			}
			r, err := sender.Request(payload, do, "hall-7")
			if err != nil {
				t.Fatal(err)
			}
			answer := make(chan broadcast.Answer, 1)
			r.Answer = func(a broadcast.Answer) { answer <- a }
			requests <- r
			return <-answer
		})
		stop()
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		s.Store.Journal.Close()
	})
}

// The bridge of an electronic clock reports every second what it shows, for three hours here and for as
// long as it likes, and an arbiter stops the clocks now and then, which are started with the login of the
// bridge. None of this is refused.
func TestReadingsAllDay(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it")
	}
	t.Parallel()
	commanded(t, time.Second, func(t *testing.T, s *daemon.Session, send func(broadcast.Role, string, string, string) broadcast.Answer) {
		refused := 0
		give := func(name, do, keys string) {
			if a := send(broadcast.Arbiter, name, do, keys); !a.OK {
				if refused++; refused <= 3 {
					t.Errorf("%s: %v", do, a)
				}
			}
		}
		const day = 3 * 60 * 60
		for n := range day {
			time.Sleep(time.Second)
			runs := []string{"white", "black"}[n/100%2]
			switch at := n % 600; {
			case at == 300:
				give("anna", "stop-clocks", "")
				runs = "none"
			case at == 330:
				give("bridge", "start-clocks", "")
			case at > 300 && at < 330:
				runs = "none"
			}
			give("bridge", "clock-reading", fmt.Sprintf(`,"white_ms":%d,"black_ms":%d,"runs":"%s"`, 2*day*1000-n*500, 2*day*1000-n*400, runs))
		}
		t.Logf("the journal has %d bytes", s.Store.Journal.Length())
		if refused > 0 {
			t.Errorf("%d commands are refused", refused)
		}
	})
}

// Whoever sends as many commands as the board takes does not keep an arbiter from giving some, whether
// they are notes or readings. A command that is refused is taken after the seconds that the answer says.
func TestNobodyTakesAllCommands(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it")
	}
	t.Parallel()
	for do, keys := range map[string]string{
		"note":          `,"what":"` + strings.Repeat("x", 15<<10) + `"`,
		"clock-reading": `,"white_ms":1000,"black_ms":1000,"why":"` + strings.Repeat("x", 15<<10) + `"`,
	} {
		t.Run(do, func(t *testing.T) {
			t.Parallel()
			commanded(t, time.Second, func(t *testing.T, s *daemon.Session, send func(broadcast.Role, string, string, string) broadcast.Answer) {
				var last broadcast.Answer
				flood := func() {
					for range 1200 {
						last = send(broadcast.Technician, "program", do, keys)
					}
				}
				if flood(); last.OK {
					t.Fatal("nothing is refused")
				}
				for n := range 100 {
					if a := send(broadcast.Arbiter, "anna", "note", `,"what":"hello"`); !a.OK {
						t.Fatalf("the arbiter's command %d is refused: %v", n, a)
					}
				}
				last = send(broadcast.Technician, "program", do, keys)
				var seconds int
				if _, err := fmt.Sscanf(last.Error, "too many commands at once: send it again in %d s", &seconds); err != nil || seconds < 2 {
					t.Fatalf("refused without a wait: %v, %v", last, err)
				}
				time.Sleep(time.Duration(seconds) * time.Second)
				if a := send(broadcast.Technician, "program", do, keys); !a.OK {
					t.Errorf("after %d s: %v", seconds, a)
				}
			})
		})
	}
}
