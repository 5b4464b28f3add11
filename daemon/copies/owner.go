package copies

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"touchmove/internal/atomicfile"
	"touchmove/internal/regularfile"
)

// A copy belongs to one state directory: two would replace each other's keys and configuration,
// and mix the games of boards with one name. Each has a mark of its own, which it keeps and
// writes into its copy. A cloned card has the same mark, so the mark changes at every start: the
// state directory knows all that it has written, and its clone writes others.
const (
	ownName   = "copy-owner.json" // in the state directory
	ownerName = "owner.json"      // in the copy
)

// mostRuns is how many starts a state directory remembers. A disk that was away for longer, while
// others took its place, belongs to nobody that is known.
const mostRuns = 512

// owner is the mark of a state directory.
type owner struct {
	ID       string `json:"id"`
	Computer string `json:"computer"`        // on which the mark was made, for people
	After    string `json:"after,omitempty"` // the ID of the mark in the copy from which the directory was restored, and which it takes over
	Run      string `json:"run,omitempty"`   // of the start that wrote to the copy last; "": of an earlier version

	// Runs are those of the starts of this state directory, the last one last. They are not in the copy.
	Runs []string `json:"runs,omitempty"`
}

func (o owner) String() string { return fmt.Sprintf("%q (mark %.6s)", o.Computer, o.ID) }

func newOwner(after string) (owner, error) {
	id, err := random(16)
	if err != nil {
		return owner{}, err
	}
	computer, err := os.Hostname()
	if err != nil {
		computer = "unknown"
	}
	return owner{ID: id, Computer: computer, After: after}, nil
}

func random(bytes int) (string, error) {
	id := make([]byte, bytes)
	_, err := rand.Read(id)
	return hex.EncodeToString(id), err
}

func (o owner) text() ([]byte, error) {
	text, err := json.Marshal(o)
	return append(text, '\n'), err
}

func (o owner) keep(state string) error {
	text, err := o.text()
	if err != nil {
		return err
	}
	return atomicfile.Write(filepath.Join(state, ownName), text, 0o644)
}

// own makes sure that the state directory has its mark, also if it was deleted in play.
func (c *Copier) own() error {
	text, err := regularfile.Read(filepath.Join(c.state, ownName), mostFile)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err == nil && c.mark.ID == "" {
		json.Unmarshal(text, &c.mark) //nolint:errcheck // then it has none
	}
	if err == nil && c.mark.ID != "" {
		return nil
	}
	if c.mark.ID == "" {
		if c.mark, err = newOwner(""); err != nil {
			return err
		}
	}
	return c.mark.keep(c.state)
}

// ownerOf returns the mark in a copy, or the zero owner if there is none.
func ownerOf(ctx context.Context, store Store) (o owner, err error) {
	text, err := store.Get(ctx, ownerName)
	if errors.Is(err, ErrNone) || errors.Is(err, ErrPart) {
		return o, nil
	}
	if err == nil {
		json.Unmarshal(text, &o) //nolint:errcheck // then there is none
	}
	return o, err
}

// admit checks that the copy belongs to the state directory, and marks one that belongs to
// nobody. The error is ErrRefused (errors.Is) if it belongs to another.
func (c *Copier) admit(ctx context.Context) (marked bool, err error) {
	if err := c.own(); err != nil {
		return false, err
	}
	theirs, err := ownerOf(ctx, c.store)
	switch {
	case err != nil:
		return false, err
	case theirs.ID == c.mark.ID && c.start != "" && theirs.Run == c.start:
		return false, nil
	case theirs.ID == c.mark.ID && theirs.Run != "" && !slices.Contains(c.mark.Runs, theirs.Run):
		return false, errors.Join(append([]error{fmt.Errorf("%w: the copy was last written from a clone of this state directory, on computer %q: two cards with the same content are in use, or an old image was written back to this one. To give this computer another copy, stop its daemon, delete %s, and name a place of its own under [journal] copy. To give it this one, do that on the other computer, and delete %s from the copy. To continue the games of the copy here, stop the daemon, move the state directory away, and fetch them (touchmove restore)",
			ErrRefused, theirs.Computer, filepath.Join(c.state, ownName), ownerName)}, c.refusals()...)...)
	case theirs.ID == "" && len(c.unknown) > 0: // of an earlier version, and not of this directory
		return false, errors.Join(c.refusals()...)
	case theirs.ID != "" && theirs.ID != c.mark.ID && theirs.ID != c.mark.After:
		return false, errors.Join(append([]error{fmt.Errorf("%w: the copy belongs to another state directory, of computer %v, and this is one of computer %v: name a place of its own under [journal] copy; if this computer is to continue those games, stop the daemon, move the state directory away, and fetch them (touchmove restore)",
			ErrRefused, theirs, c.mark)}, c.refusals()...)...)
	case theirs.ID != "" && theirs.ID != c.mark.ID:
		c.log.Warn("the second copy is taken over, since its games were restored here: the other computer no longer writes to it", "from", theirs.String(), "by", c.mark.String())
	}
	if err := c.begun(); err != nil {
		return false, err
	}
	mark := c.mark
	mark.After, mark.Run, mark.Runs = "", c.start, nil
	if computer, err := os.Hostname(); err == nil { // the card may have been put into another one
		mark.Computer = computer
	}
	text, err := mark.text()
	if err != nil {
		return false, err
	}
	return true, c.store.Put(ctx, ownerName, text, 0)
}

// begun notes this start in the state directory, before the copy has it: so the directory knows
// it, whatever is interrupted.
func (c *Copier) begun() (err error) {
	if c.start != "" {
		return nil
	}
	run, err := random(8)
	if err != nil {
		return err
	}
	runs := append(slices.Clone(c.mark.Runs), run)
	mark := c.mark
	mark.Runs = runs[max(0, len(runs)-mostRuns):]
	if err := mark.keep(c.state); err != nil {
		return err
	}
	c.mark, c.start = mark, run
	return nil
}
