// Package sealed encrypts the sealed moves of adjourned games before they become
// records, and opens those that were encrypted with the daemon's own key (Laws 2023,
// Guideline I). Envelopes does both.
package sealed

import (
	"errors"
	"fmt"
	"io/fs"
	"sync"

	"touchmove/internal/atomicfile"
	"touchmove/internal/envelope"
	"touchmove/internal/refusal"
	"touchmove/internal/regularfile"
	"touchmove/reconcile"
	"touchmove/sensors/trace"
)

// Envelopes encrypts sealed moves before they become records, and opens those that were
// encrypted with the daemon's own key. The methods are for any goroutine; a nil
// Envelopes has no key.
type Envelopes struct {
	path string   // file of the daemon's own key
	to   []string // other public keys; none means the daemon's own

	mu  sync.Mutex
	own *envelope.Key
}

// New returns envelopes with the daemon's own key in a file, which is made when a move
// is first sealed. to are other public keys to use instead.
func New(path string, to []string) *Envelopes { return &Envelopes{path: path, to: to} }

// Pass returns a command in the form in which it may be stored: a sealed move in its
// envelope, and a resumption with the move that was sealed, unless the command names it.
func (e *Envelopes) Pass(c trace.Command, g *reconcile.Game) (trace.Command, error) {
	switch c.Do {
	case trace.DoSeal:
		return e.close(c, g)
	case trace.DoResumeAdjourned:
		return e.open(c, g)
	}
	return c, nil
}

func (e *Envelopes) close(c trace.Command, g *reconcile.Game) (trace.Command, error) {
	var text string
	if found, err := c.Extra.Get("text", &text); err != nil || !found || text == "" {
		return c, nil // already sealed, or on paper; otherwise it is refused with what to write
	}
	if err := g.CheckSealed(text); err != nil {
		return c, err
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
	c.Extra, err = c.Extra.With(map[string]any{"text": nil, "envelope": sealed.Envelope, "commitment": sealed.Commitment})
	return c, err
}

func (e *Envelopes) open(c trace.Command, g *reconcile.Game) (trace.Command, error) {
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
	c.Extra, err = c.Extra.With(map[string]any{"text": o.Text, "salt": o.Salt})
	return c, err
}

// longestKey is how long the file of a key may be, in bytes.
const longestKey = 64 << 10

// key reads the daemon's own key. It is made when a move is first sealed, and only the
// daemon's user can read it.
func (e *Envelopes) key(create bool) (*envelope.Key, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.own != nil {
		return e.own, nil
	}
	text, err := regularfile.Read(e.path, longestKey)
	if errors.Is(err, fs.ErrNotExist) && create {
		key, err := envelope.NewKey()
		if err == nil {
			err = atomicfile.Write(e.path, []byte(key.Text()), 0o600)
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
