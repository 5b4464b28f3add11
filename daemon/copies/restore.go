package copies

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"touchmove/daemon/journal"
	"touchmove/internal/atomicfile"
)

// ConfigDir is the folder of a copy with the configuration and the files that it names.
const ConfigDir = "config"

// Restore writes a copy into an empty state directory, and the configuration's files into
// its directory config. It returns the names that it wrote. It marks every board: more
// may have been published than the copy has, so the next start publishes all state anew,
// under higher numbers. The error names the files that could not be read, or only in
// part; all others are still written. Without names nothing was written. A directory that
// has journals is left unchanged.
func Restore(ctx context.Context, store Store, state string) (names []string, err error) {
	if there, err := filepath.Glob(filepath.Join(state, "*", "*", "*"+journal.Suffix)); err != nil || len(there) > 0 {
		return nil, fmt.Errorf("%s has journals already, such as %v: name an empty state directory", state, there)
	}
	sizes, err := store.Sizes(ctx)
	if err != nil {
		return nil, err
	}
	boards := map[string]bool{}
	for name := range sizes {
		if !filepath.IsLocal(filepath.FromSlash(name)) {
			return nil, fmt.Errorf("the copy has a file %q, which would be outside the state directory", name)
		}
	}
	var unread []error
	for _, name := range slices.Sorted(maps.Keys(sizes)) {
		text, err := store.Get(ctx, name)
		if err != nil {
			unread = append(unread, fmt.Errorf("%s: %w", name, err))
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if len(text) == 0 && err != nil {
			continue
		}
		names = append(names, name)
		path := filepath.Join(state, filepath.FromSlash(name))
		if err := atomicfile.MakeDir(filepath.Dir(path)); err != nil {
			return nil, err
		}
		mode := os.FileMode(0o644)
		if !strings.HasSuffix(name, journal.Suffix) {
			mode = 0o600 // keys
		}
		if err := atomicfile.Write(path, text, mode); err != nil {
			return nil, err
		}
		if strings.HasSuffix(name, journal.Suffix) {
			boards[filepath.Dir(path)] = true
		}
	}
	for dir := range boards {
		if err := journal.ShortIn(dir).Set(); err != nil {
			return nil, err
		}
	}
	return names, errors.Join(unread...)
}
