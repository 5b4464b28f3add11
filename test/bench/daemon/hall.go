package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"sync"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"touchmove/broadcast"
	"touchmove/rules"
)

// The boards of a hall make a move every five seconds, like blitz on every board of a
// big open, and are scanned twenty times a second. Scanning five hundred boards two
// hundred times a second would overload this one computer, which stands for five
// hundred.
const (
	hallPause  = 5 * time.Second
	hallPeriod = 50 * time.Millisecond
)

// screen is one subscriber to everything, like a screen with all boards on it.
type screen struct {
	boards map[string]*board // by topic

	mu               sync.Mutex
	bytes, messages  int
	known            map[string][]string // the moves by board, in order
	whole            []time.Duration     // from the release in the hand until they arrive here
	physical, beyond []time.Duration     // the part until the move was decided, and the rest
}

func (s *screen) receive(_ mqtt.Client, m mqtt.Message) {
	now := time.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.bytes, s.messages = s.bytes+len(m.Payload())+len(m.Topic()), s.messages+1
	b := s.boards[m.Topic()]
	if b == nil { // not a move
		return
	}
	var move struct {
		Ply int
		UCI string
		At  time.Time
	}
	if json.Unmarshal(m.Payload(), &move) != nil || move.UCI == "" || move.Ply != len(s.known[b.id])+1 || move.Ply > b.made() {
		return // published again, or not a move of the hand, which then counts as missing
	}
	released := b.releasedAt(move.Ply)
	s.known[b.id] = append(s.known[b.id], move.UCI)
	s.whole = append(s.whole, now.Sub(released))
	s.physical = append(s.physical, move.At.Sub(released))
	s.beyond = append(s.beyond, now.Sub(move.At))
}

// missing counts the moves of the hands, and those that are not known here as they were
// made.
func (s *screen) missing() (made, missing int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, b := range s.boards {
		known := s.known[b.id]
		for i, m := range b.moves[:b.made()] {
			made++
			if i >= len(known) || known[i] != m.UCI(rules.Standard) {
				missing++
			}
		}
	}
	return made, missing
}

// hall plays on many boards at once: each with its chips, driver, reconstruction and
// journal, one mosquitto for all, and one screen with every board on it. A move that is
// missing there is an error.
func hall(boards int, length time.Duration) error {
	b, err := startMosquitto()
	if err != nil {
		return err
	}
	defer b.stop()
	dir, err := inMemory()
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	s := &screen{boards: map[string]*board{}, known: map[string][]string{}}
	for i := range boards {
		one := &board{
			id: fmt.Sprintf("board-%d", i), period: hallPeriod, pause: hallPause, moves: quietMoves(uint64(i), int(length/hallPause)),
			wait: 5*time.Second + hallPause*time.Duration(i)/time.Duration(boards), // not all at once
		}
		t := one.topics()
		s.boards[fmt.Sprintf("%s/%s/%s/move", t.Base, t.Event, t.Board)] = one
	}
	reader, err := subscribe(b.url, "bench-screen", "touchmove/v1/#", s.receive)
	if err != nil {
		return err
	}
	defer reader.Disconnect(100)
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	before, err := loadOf(b)
	if err != nil {
		return err
	}
	var playing sync.WaitGroup
	errs := make(chan error, boards)
	for _, one := range s.boards {
		playing.Go(func() { errs <- one.play(ctx, dir, broadcast.Broker{URL: b.url}) })
	}
	time.Sleep(5*time.Second + hallPause + length)
	for limit := time.Now().Add(30 * time.Second); time.Now().Before(limit); time.Sleep(100 * time.Millisecond) {
		if _, missing := s.missing(); missing == 0 {
			break
		}
	}
	made, missing := s.missing()
	after, err := loadOf(b)
	if err != nil {
		return err
	}
	rss, err := resident(b.cmd.Process.Pid)
	if err != nil {
		return err
	}
	s.mu.Lock()
	share := func(used time.Duration) float64 { return 100 * used.Seconds() / after.at.Sub(before.at).Seconds() }
	fmt.Printf("hall      %d boards at %d scans a second, one mosquitto, one screen with all of them: %d moves made, %d missing or wrong; %d messages of %d bytes\n",
		boards, time.Second/hallPeriod, made, missing, s.messages, s.bytes/max(1, s.messages))
	fmt.Printf("hall      from the release of the piece to the screen %s\n", spread(s.whole))
	fmt.Printf("hall      of which physical, a scan of %v and the time that separates a move from a touch, %s; beyond it %s\n", hallPeriod, spread(s.physical), spread(s.beyond))
	fmt.Printf("hall      mosquitto took %.1f %% of a core and %.1f MB; the boards and the screen, all in one process, %.0f %%\n", share(after.broker-before.broker), float64(rss)/1e6, share(after.ours-before.ours))
	s.mu.Unlock()
	stop()
	playing.Wait()
	for range boards {
		if err := <-errs; err != nil {
			return err
		}
	}
	if missing > 0 {
		return fmt.Errorf("%d moves of %d are missing or wrong at the screen", missing, made)
	}
	return nil
}

// load is the processor time that a broker and this process have used until a moment.
type load struct {
	broker, ours time.Duration
	at           time.Time
}

func loadOf(b *broker) (l load, err error) {
	if l.broker, err = cpu(b.cmd.Process.Pid); err != nil {
		return l, err
	}
	l.ours, err = cpu(os.Getpid())
	l.at = time.Now()
	return l, err
}

// inMemory makes a directory in memory for journals. In a hall every board has its own
// disk; with one shared disk, five hundred boards would measure the wait for it.
func inMemory() (string, error) {
	const memory = "/dev/shm"
	if info, err := os.Stat(memory); err != nil || !info.IsDir() {
		return os.MkdirTemp("", "bench")
	}
	return os.MkdirTemp(memory, "bench")
}
