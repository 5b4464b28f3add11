package journal_test

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"reflect"
	"syscall"
	"testing"
	"time"

	"touchmove/daemon/journal"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// player is a daemon on a failing card: it appends, syncs now and then, and tries again
// whenever the disk failed. play returns when the plug is pulled.
type player struct {
	told int // records that a Sync reported as kept
	all  []trace.Record
	errs int
}

func (p *player) play(f *flash, dice *rand.Rand, records int) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			if _, ok := cause.(unplugged); !ok {
				panic(cause)
			}
		}
	}()
	var j *journal.Journal
	var kept *journal.Kept
	if p.told == 0 && f.names[name] == nil {
		p.all = nil
		if j, err = journal.Create(f, name, header); err != nil {
			return nil // nothing was published, and the next attempt starts again
		}
	} else {
		if j, kept, err = journal.Open(f, name); err != nil {
			if errors.Is(err, syscall.EIO) || errors.Is(err, syscall.ENOSPC) {
				return nil
			}
			return err
		}
		n := len(kept.Records)
		if n < p.told || n > len(p.all) || n > 0 && !reflect.DeepEqual(kept.Records, p.all[:n:n]) {
			return errors.New("what came back is not what was written")
		}
		p.all, p.told = p.all[:n:n], n // the replay publishes again what was kept
	}
	for range records {
		at := time.Duration(0)
		if n := len(p.all); n > 0 {
			at = p.all[n-1].At + time.Duration(dice.IntN(900))*time.Millisecond
		}
		r := trace.Record{At: at, What: trace.Change{Square: rules.Square(dice.IntN(64)), Is: sensors.State(1 + dice.IntN(2))}}
		if len(p.all) == 0 {
			r = records0
		} else if dice.IntN(10) == 0 {
			r.What = trace.Command{ID: "a", Do: trace.DoNote, What: string(make([]rune, dice.IntN(300)))}
		}
		p.all = append(p.all, r)
		if dice.IntN(8) == 0 {
			if err := j.Check(); err != nil { // allocates space
				p.errs++
			}
		}
		err := j.Append(r)
		if err == nil && dice.IntN(3) > 0 {
			continue
		}
		if err = j.Sync(); err != nil {
			p.errs++
			continue
		}
		p.told = len(p.all)
		if j.Waiting() != 0 {
			return errors.New("kept, and something waits")
		}
	}
	return nil
}

var records0 = records()[0]

// Whatever the card does with unsynced data (sectors in any order, torn, never written,
// lengths before contents, names before both), whichever operation fails and however
// often, and even if the disk is full for a while: what was reported as kept comes back
// with the power, what comes back is a prefix of what was written, and the game goes on
// from there, through five power cuts.
func TestPowerCuts(t *testing.T) {
	rounds, errs, cut, died, told := 120, 0, 0, 0, 0
	if testing.Short() {
		rounds = 50
	}
	for seed := range uint64(rounds) {
		dice := rand.New(rand.NewPCG(seed, 2))
		f := newFlash(seed)
		var p player
		for range 5 {
			f.odds = []float64{0, 0.02, 0.3}[dice.IntN(3)]
			f.lazy = dice.IntN(2) == 0
			if dice.IntN(3) == 0 {
				f.room = dice.IntN(4000) // the disk is nearly full
			}
			if dice.IntN(4) > 0 {
				f.left = dice.IntN(150)
			}
			if err := p.play(f, dice, dice.IntN(100)); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			if f.left >= 0 && dice.IntN(3) == 0 { // the process died, but not the machine
				died++
				continue
			}
			cut++
			f = f.powerOn(seed + 1e6)
		}
		f.left = 1 << 30
		before := p.told
		if err := p.play(f, dice, 20); err != nil {
			t.Fatalf("seed %d, at last: %v", seed, err)
		}
		if p.told < before {
			t.Fatalf("seed %d: %d records were told and %d came back", seed, before, p.told)
		}
		told += p.told
		errs += p.errs
	}
	t.Logf("%d power cuts, %d deaths of the process, %d failed syncs, %d records told to be kept, lost 0", cut, died, errs, told)
	if errs < rounds || told < 10*rounds {
		t.Errorf("%d failed syncs and %d records told in %d rounds prove little", errs, told, rounds)
	}
}

// The reserve frees its space when the disk is full, and is restored once the disk has
// space.
func TestReserve(t *testing.T) {
	f := newFlash(1)
	f.room = 300 << 10
	r := journal.NewReserve(f, "state/reserve", 256<<10)
	if !r.Fill() || f.room > 50<<10 {
		t.Fatalf("not filled: %d bytes of room", f.room)
	}
	f.room = 0
	if !r.Release() || f.room != 256<<10 {
		t.Fatalf("not released: %d bytes of room", f.room)
	}
	if r.Release() {
		t.Error("released twice")
	}
	f.room = 1000
	if r.Fill() {
		t.Error("filled where there is no room")
	}
	if _, err := f.Open("state/reserve"); !errors.Is(err, fs.ErrNotExist) || f.room != 1000 {
		t.Errorf("a failed filling left something behind: %v, %d", err, f.room)
	}
	f.room = 1 << 20
	if !r.Fill() {
		t.Error("not filled again")
	}
	again := journal.NewReserve(f, "state/reserve", 256<<10) // after a restart
	if room := f.room; !again.Fill() || f.room != room || !again.Release() {
		t.Error("what was there is not known again")
	}
}
