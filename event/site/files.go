package site

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"touchmove/event/tournament"
	"touchmove/internal/atomicfile"
	"touchmove/internal/topic"
	"touchmove/rules"
)

func (f Files) add(name string, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	f[name] = append(text, '\n')
	return nil
}

// Write writes the files that differ from those in a directory, event.json last, and
// returns their number. Other files in the directory are left alone: event.json merely
// stops naming the files of an annulled game. The error names the file that could not
// be read or written.
func (f Files) Write(dir string) (written int, err error) {
	const last = "event.json"
	for name := range f {
		if name == last {
			continue
		}
		n, err := f.write(dir, name)
		if err != nil {
			return written, err
		}
		written += n
	}
	n, err := f.write(dir, last)
	return written + n, err
}

func (f Files) write(dir, name string) (int, error) {
	path := filepath.Join(dir, filepath.FromSlash(name))
	now, err := os.ReadFile(path)
	if err == nil && bytes.Equal(now, f[name]) {
		return 0, nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return 0, err
	}
	return 1, atomicfile.WriteAll(path, f[name], 0o644)
}

// gamesPGN joins the games of pairings, in the order of the pairings.
func gamesPGN(pairings []Pairing, by map[string]*Game) string {
	var games []string
	for _, p := range pairings {
		if p.Game != "" {
			games = append(games, strings.TrimRight(by[p.Game].PGN, "\n")+"\n")
		}
	}
	return strings.Join(games, "\n")
}

// level returns a round's name in a form that a file name can have: 3, or 3-1 for 3.1.
func level(round string) string {
	if round == "" {
		return "0"
	}
	return topic.Level(round)
}

// written returns a result as in PGN, or "" if there is none yet.
func written(o tournament.Outcome) string {
	if !o.Known {
		return ""
	}
	points := [...]string{"0", "1/2", "1"}
	return points[o.Points[rules.White]] + "-" + points[o.Points[rules.Black]]
}
