// Attack sends a daemon on this computer what a stranger, a faulty client or a player with
// a script can send to its ports, for a minute or two. It prints whether the daemon
// survives, how much memory it takes, and how long an honest reader and an arbiter wait
// meanwhile, with the processor time that the daemon used in that wait. It exits with 1 if one
// of these misses its aim. BUSY is a wait that was too long because other programs had the
// processors: measure again when they have ended.
//
// With -every it also prints how things stand at these intervals, and in an attack of an hour or more the
// daemon's memory may not grow: so `-only nothing -for 24h -every 1h` watches a day of play.
//
// The attacker runs in a process of its own with the lowest priority, as if it were another
// computer: the figures are what the attack costs the daemon, not what it costs the
// attacker.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"syscall"
	"time"
)

// The aims of all rows.
const (
	aimMemory  = 300 << 20 // bytes resident
	aimWait    = 2 * time.Second
	aimGrowth  = 8 << 20   // bytes, from the first half of an attack to the second
	longEnough = time.Hour // for growth to show
)

// course says which attacks are run, and how.
type course struct {
	only    string        // the one attack; empty means all
	each    time.Duration // how long an attack lasts
	every   time.Duration // how often its state is printed; 0 means at its end alone
	program string        // the daemon; empty means that it is built
}

func main() {
	var c course
	flag.DurationVar(&c.each, "for", 6*time.Second, "how long each attack lasts")
	flag.StringVar(&c.only, "only", "", "the one attack to run")
	flag.DurationVar(&c.every, "every", 0, "how often to print how things stand during an attack; 0 is not at all")
	flag.StringVar(&c.program, "program", "", "the daemon, such as /usr/bin/touchmove; by default it is built from source")
	on := flag.String("on", "", "addresses of a daemon that is there, in JSON: attack it with -only, and measure nothing")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if *on != "" {
		if err := strike(ctx, c.only, *on); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	ok, err := attack(ctx, c)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	if err != nil || !ok {
		os.Exit(1)
	}
}

// attack runs every row against a new daemon, so that no attack affects the figures of
// another.
func attack(ctx context.Context, c course) (ok bool, err error) {
	dir, err := os.MkdirTemp("", "attack")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(dir)
	if c.program == "" {
		if c.program, err = build(dir); err != nil {
			return false, err
		}
	}
	fmt.Printf(line, "attack", "daemon", "memory MB", "processor", "reader waits", "arbiter waits", "aims")
	ok = true
	for _, row := range all() {
		if c.only != "" && row.name != c.only || ctx.Err() != nil {
			continue
		}
		r, err := run(ctx, dir, c, row)
		if err != nil {
			return false, fmt.Errorf("%s: %w", row.name, err)
		}
		r.print(row.name)
		ok = ok && r.verdict() != "MISSED"
	}
	return ok, nil
}

// line is one line of the table.
const line = "%-50s %-16s %-10s %9s %16v %16v  %s\n"

// print prints a result.
func (r *result) print(name string) {
	fmt.Printf(line, name, r.state(), fmt.Sprintf("%d to %d", r.before>>20, r.most>>20), fmt.Sprintf("%.0f %%", 100*r.processor), r.reader, r.arbiter, r.verdict())
}

// result is the effect of one attack.
type result struct {
	alive           bool
	lostBroker      bool     // the daemon lost its own broker
	notKept         bool     // it reported that the disk stores nothing
	before, most    int64    // bytes resident
	halves          [2]int64 // the least bytes resident in each half; 0 if it was not long enough
	processor       float64  // share of one core
	reader, arbiter wait     // the longest
}

// wait is one wait of a reader or an arbiter, and what the daemon did meanwhile.
type wait struct {
	took   time.Duration
	ran    time.Duration // processor time
	queued time.Duration // for which its threads waited for a processor, together
}

func (w wait) String() string {
	return fmt.Sprintf("%v (%v)", w.took.Round(time.Millisecond), w.ran)
}

// verdict is "BUSY" if a wait was too long because other programs had the processors.
func (w wait) verdict() string {
	switch {
	case w.took <= aimWait:
		return "held"
	case w.took-w.queued <= aimWait && w.ran <= aimWait:
		return "BUSY"
	}
	return "MISSED"
}

// timed measures a wait.
func (d *process) timed(do func() time.Duration, longest *wait) {
	var w wait
	w.ran, w.queued = -d.processor(), -d.queued()
	w.took = do()
	if w.ran, w.queued = w.ran+d.processor(), w.queued+d.queued(); w.took > longest.took {
		*longest = w
	}
}

func (r *result) state() string {
	switch {
	case !r.alive:
		return "DIED"
	case r.lostBroker:
		return "lost its broker"
	case r.notKept:
		return "not kept"
	}
	return "plays on"
}

func (r *result) verdict() string {
	waits := []string{r.reader.verdict(), r.arbiter.verdict()}
	switch {
	case !r.alive || r.lostBroker || r.notKept || r.most > aimMemory || r.grows() || slices.Contains(waits, "MISSED"):
		return "MISSED"
	case slices.Contains(waits, "BUSY"):
		return "BUSY"
	}
	return "held"
}

// grows reports whether the memory of a long attack has grown.
func (r *result) grows() bool { return r.halves[1]-r.halves[0] > aimGrowth && r.halves[0] > 0 }

// took notes the daemon's memory at a part of an attack, from 0 to 1. The first eighth does not
// count: the daemon has just begun.
func (r *result) took(memory int64, part float64, length time.Duration) {
	r.most = max(r.most, memory)
	if length < longEnough || part < 1./8 {
		return
	}
	half := &r.halves[min(int(2*part), 1)]
	if *half == 0 || memory < *half {
		*half = memory
	}
}

func all() []row { return slices.Concat(rows, weapons, handshakes) }

// strike carries out the named attack on a daemon until ctx ends.
func strike(ctx context.Context, name, on string) error {
	var d process
	if err := json.Unmarshal([]byte(on), &d.addresses); err != nil {
		return err
	}
	for _, row := range all() {
		if row.name == name {
			row.send(ctx, &d)
			return nil
		}
	}
	return fmt.Errorf("no attack is called %q", name)
}

// attacker starts a process that attacks until ctx ends.
func attacker(ctx context.Context, d *process, row row) (wait func() error, err error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	on, err := json.Marshal(d.addresses)
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, self, "-only", row.name, "-on", string(on))
	cmd.Stderr = os.Stderr
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = tooLong
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return cmd.Wait, syscall.Setpriority(syscall.PRIO_PROCESS, cmd.Process.Pid, 19)
}

// run attacks one daemon while readers keep coming and an arbiter sends notes.
func run(ctx context.Context, dir string, c course, row row) (r result, err error) {
	d, err := start(dir, c.program, row)
	if err != nil {
		return r, err
	}
	defer d.stop()
	if r.before, err = d.resident(); err != nil {
		return r, err
	}
	ctx, cancel := context.WithTimeout(ctx, c.each)
	defer cancel()
	wait, err := attacker(ctx, d, row)
	if err != nil {
		return r, err
	}
	began, used, printed := time.Now(), d.processor(), 0
	for ctx.Err() == nil {
		if r.alive = d.alive(); !r.alive {
			return r, nil
		}
		d.timed(d.read, &r.reader)
		d.timed(d.note, &r.arbiter)
		d.timed(d.ask, &r.arbiter)
		past := time.Since(began)
		now, err := d.resident()
		if err == nil {
			r.took(now, past.Seconds()/c.each.Seconds(), c.each)
		}
		r.processor = (d.processor() - used).Seconds() / past.Seconds()
		if c.every > 0 && int(past/c.every) > printed {
			printed = int(past / c.every)
			soFar := r
			soFar.before = now
			soFar.print(fmt.Sprintf("  after %v, memory now", time.Duration(printed)*c.every))
		}
		select {
		case <-ctx.Done():
		case <-time.After(max(100*time.Millisecond, c.each/10000)):
		}
	}
	wait() //nolint:errcheck // it was interrupted
	r.alive = d.alive()
	d.timed(d.read, &r.reader)
	d.timed(d.note, &r.arbiter)
	d.timed(d.ask, &r.arbiter)
	r.lostBroker = d.hasLogged("connection to the broker lost")
	r.notKept = d.hasLogged("the disk is not storing records")
	return r, nil
}
