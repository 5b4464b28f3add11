// Attack sends a daemon on this computer what a stranger, a faulty client or a player with
// a script can send to its ports, for a minute or two. It prints whether the daemon
// survives, how much memory it takes, and how long an honest reader and an arbiter wait
// meanwhile, with the processor time that the daemon used in that wait. It exits with 1 if one
// of these misses its aim. BUSY is a wait that was too long because other programs had the
// processors: measure again when they have ended.
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
	aimMemory = 300 << 20 // bytes resident
	aimWait   = 2 * time.Second
)

func main() {
	length := flag.Duration("for", 6*time.Second, "how long each attack lasts")
	only := flag.String("only", "", "the one attack to run")
	on := flag.String("on", "", "addresses of a daemon that is there, in JSON: attack it with -only, and measure nothing")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if *on != "" {
		if err := strike(ctx, *only, *on); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	ok, err := attack(ctx, *length, *only)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	if err != nil || !ok {
		os.Exit(1)
	}
}

// attack runs every row against a new daemon, so that no attack affects the figures of
// another.
func attack(ctx context.Context, length time.Duration, only string) (ok bool, err error) {
	dir, err := os.MkdirTemp("", "attack")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(dir)
	binary, err := build(dir)
	if err != nil {
		return false, err
	}
	const line = "%-50s %-16s %-10s %9s %16v %16v  %s\n"
	fmt.Printf(line, "attack", "daemon", "memory MB", "processor", "reader waits", "arbiter waits", "aims")
	ok = true
	for _, row := range all() {
		if only != "" && row.name != only || ctx.Err() != nil {
			continue
		}
		r, err := run(ctx, dir, binary, row, length)
		if err != nil {
			return false, fmt.Errorf("%s: %w", row.name, err)
		}
		fmt.Printf(line, row.name, r.state(), fmt.Sprintf("%d to %d", r.before>>20, r.most>>20), fmt.Sprintf("%.0f %%", 100*r.processor), r.reader, r.arbiter, r.verdict())
		ok = ok && r.verdict() != "MISSED"
	}
	return ok, nil
}

// result is the effect of one attack.
type result struct {
	alive           bool
	lostBroker      bool    // the daemon lost its own broker
	notKept         bool    // it reported that the disk stores nothing
	before, most    int64   // bytes resident
	processor       float64 // share of one core
	reader, arbiter wait    // the longest
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

func (r result) state() string {
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

func (r result) verdict() string {
	waits := []string{r.reader.verdict(), r.arbiter.verdict()}
	switch {
	case !r.alive || r.lostBroker || r.notKept || r.most > aimMemory || slices.Contains(waits, "MISSED"):
		return "MISSED"
	case slices.Contains(waits, "BUSY"):
		return "BUSY"
	}
	return "held"
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
func run(ctx context.Context, dir, binary string, row row, length time.Duration) (r result, err error) {
	d, err := start(dir, binary, row)
	if err != nil {
		return r, err
	}
	defer d.stop()
	if r.before, err = d.resident(); err != nil {
		return r, err
	}
	ctx, cancel := context.WithTimeout(ctx, length)
	defer cancel()
	wait, err := attacker(ctx, d, row)
	if err != nil {
		return r, err
	}
	began, used := time.Now(), d.processor()
	for ctx.Err() == nil {
		if r.alive = d.alive(); !r.alive {
			return r, nil
		}
		d.timed(d.read, &r.reader)
		d.timed(d.note, &r.arbiter)
		if now, err := d.resident(); err == nil {
			r.most = max(r.most, now)
		}
		select {
		case <-ctx.Done():
		case <-time.After(100 * time.Millisecond):
		}
	}
	r.processor = (d.processor() - used).Seconds() / time.Since(began).Seconds()
	wait() //nolint:errcheck // it was interrupted
	r.alive = d.alive()
	d.timed(d.read, &r.reader)
	d.timed(d.note, &r.arbiter)
	r.lostBroker = d.hasLogged("connection to the broker lost")
	r.notKept = d.hasLogged("the disk is not storing records")
	return r, nil
}
