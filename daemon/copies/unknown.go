package copies

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"touchmove/daemon/journal"
)

// ErrRefused is in the chain of the error about a copy that is not written, since that could
// destroy the only record of a game, until somebody decides what is to happen.
var ErrRefused = errors.New("refused")

// compare finds the boards of which the copy has journals that the state directory does not
// know. A new card begins a new game; with its register, the copy would forget that there is
// another, and restoring from it would continue the new one.
func (c *Copier) compare(ctx context.Context, sizes map[string]int64) error {
	boards := map[string][]string{}
	for name := range sizes {
		if _, err := journal.Began(name); err == nil && strings.HasSuffix(name, journal.Suffix) && strings.Count(name, "/") == 2 {
			boards[path.Dir(name)] = append(boards[path.Dir(name)], name)
		}
	}
	c.unknown, c.registers = map[string][]string{}, map[string][]byte{}
	for board, names := range boards {
		dir := filepath.Join(c.state, filepath.FromSlash(board))
		register := path.Join(board, filepath.Base(journal.RegisterFile(dir)))
		if sizes[register] > 0 {
			text, err := c.store.Get(ctx, register)
			if err != nil && !errors.Is(err, ErrNone) && !errors.Is(err, ErrPart) {
				return err
			}
			c.registers[register] = text
		}
		if unknown := journal.Unknown(dir, names, c.registers[register]); unknown != nil {
			c.unknown[board] = unknown
		}
	}
	return nil
}

// refusals returns an error for each board that is not copied.
func (c *Copier) refusals() (errs []error) {
	for _, board := range slices.Sorted(maps.Keys(c.unknown)) {
		errs = append(errs, fmt.Errorf("%w: the copy has journals of %s that the state directory does not know: %s: to continue from them, stop the daemon, move the state directory away, and fetch them (touchmove restore); to start afresh, name an empty place under [journal] copy",
			ErrRefused, board, few(c.unknown[board])))
	}
	return errs
}

// few lists the last names.
func few(names []string) string {
	const most = 3
	last := strings.Join(names[max(0, len(names)-most):], ", ")
	if n := len(names) - most; n > 0 {
		return fmt.Sprintf("%d and %s", n, last)
	}
	return last
}
