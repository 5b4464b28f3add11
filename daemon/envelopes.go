package daemon

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"touchmove/internal/envelope"
	"touchmove/internal/refusal"
	"touchmove/reconcile"
	"touchmove/sensors/trace"
)

// envelopes close the sealed moves of a hall before they become records, and open
// those that were closed with the daemon's own key.
type envelopes struct {
	path string   // of the daemon's own key
	to   []string // public halves of other keys; none closes for the own one

	mu  sync.Mutex
	own *envelope.Key
}

// pass is a command as it may be kept: a sealed move in its envelope, and with a
// resumption what was in it, where nobody told.
func (e *envelopes) pass(c trace.Command, g *reconcile.Game) (trace.Command, error) {
	switch c.Do {
	case trace.DoSeal:
		return e.close(c)
	case trace.DoResumeAdjourned:
		return e.open(c, g)
	}
	return c, nil
}

func (e *envelopes) close(c trace.Command) (trace.Command, error) {
	var text string
	if found, err := c.Extra.Get("text", &text); err != nil || !found || text == "" {
		return c, nil // sealed already, or on paper; else it is refused with what to write
	}
	if e == nil {
		return c, refusal.New("seal-no-key", "seal: this board has no key for envelopes")
	}
	to := e.to
	if len(to) == 0 {
		key, err := e.key(true)
		if err != nil {
			return c, fmt.Errorf("seal: %w", err)
		}
		to = []string{key.Public()}
	}
	sealed, err := envelope.Close(text, to...)
	if err != nil {
		return c, fmt.Errorf("seal: %w", err)
	}
	return with(c, map[string]any{"text": nil, "envelope": sealed.Envelope, "commitment": sealed.Commitment})
}

func (e *envelopes) open(c trace.Command, g *reconcile.Game) (trace.Command, error) {
	var text string
	if found, err := c.Extra.Get("text", &text); err != nil || found || c.UCI != "" {
		return c, nil
	}
	a, ok := g.Adjourned()
	if !ok || a.Envelope == "" || a.Done {
		return c, nil
	}
	if e == nil {
		return c, refusal.New("resume-no-key", "resume-adjourned: this board has no key for envelopes: open it with touchmove envelope open, and give text and salt")
	}
	key, err := e.key(false)
	if errors.Is(err, fs.ErrNotExist) {
		return c, refusal.New("resume-key-elsewhere", "resume-adjourned: the key is not on this computer: open the envelope with touchmove envelope open, and give text and salt")
	} else if err != nil {
		return c, fmt.Errorf("resume-adjourned: %w", err)
	}
	o, err := key.Open(a.Envelope)
	if err != nil {
		return c, refusal.New("resume-cannot-open", "resume-adjourned: {why}: open it with touchmove envelope open where its key is, and give text and salt", "why", err)
	}
	return with(c, map[string]any{"text": o.Text, "salt": o.Salt})
}

// with changes keys of a command; nil takes one out.
func with(c trace.Command, keys map[string]any) (trace.Command, error) {
	all := map[string]any{}
	if c.Extra != "" {
		if err := json.Unmarshal([]byte(c.Extra), &all); err != nil {
			return c, err
		}
	}
	for k, v := range keys {
		if all[k] = v; v == nil {
			delete(all, k)
		}
	}
	var err error
	c.Extra, err = trace.NewExtra(all)
	return c, err
}

// key reads the daemon's own key. It is made when a move is first sealed, and is
// readable by the daemon's user alone.
func (e *envelopes) key(create bool) (*envelope.Key, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.own != nil {
		return e.own, nil
	}
	text, err := os.ReadFile(e.path)
	if errors.Is(err, fs.ErrNotExist) && create {
		key, err := envelope.NewKey()
		if err == nil {
			err = keepSecret(e.path, key.Text())
		}
		if err != nil {
			return nil, fmt.Errorf("key of envelopes: %w", err)
		}
		e.own = key
		return key, nil
	} else if err != nil {
		return nil, fmt.Errorf("key of envelopes: %w", err)
	}
	key, err := envelope.ParseKey(string(text))
	if err != nil {
		return nil, fmt.Errorf("key of envelopes %s: %w", e.path, err)
	}
	e.own = key
	return key, nil
}

// keepSecret writes a file that only the daemon's user can read, whole or not at
// all.
func keepSecret(path, text string) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), ".envelope.*") // mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // gone when it has been renamed
	_, err = f.WriteString(text)
	for _, step := range []func() error{f.Sync, f.Close} {
		if next := step(); err == nil {
			err = next
		}
	}
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
