package entrants

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"touchmove/eventlog"
	"touchmove/internal/plaintext"
	"touchmove/internal/strict"
	"touchmove/internal/topic"
)

// Event is what an event file says.
type Event struct {
	Name        string // "" when the file does not say
	Site        string
	TimeControl string // as PGN writes it
	Officials
	TieBreaks []string  // in their order, by FIDE's codes: BH-C1; empty when the file does not say
	Players   []Entrant // in the order of their numbers
	Rounds    []Round
}

// Round is one round of it.
type Round struct {
	Name  string // as PGN writes it, "3"; "" when the file does not say
	Date  string // as 2026-11-21; "" when the file does not say
	Time  string // when it begins, as 15:00, 15:00+01:00 or 14:00Z; "" when the file does not say
	Games []Game // in the order of the file
	Byes  []Bye
}

// Game is one pairing.
type Game struct {
	Board string // a board's id, or the number that ends it
	White eventlog.Player
	Black eventlog.Player

	Result string // "1-0", "0-0 F" and the like, of a board that no touchmove watches; else ""
}

// maxEvent is far more than any event file has, in bytes.
const maxEvent = 4 << 20

// Load reads an event file. The error is strict.Faults when the file was read
// and cannot be used; warnings alone are returned with the event.
func Load(path string) (*Event, strict.Faults, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, err
	}
	e, faults := Parse(path, text)
	if faults.Broken() {
		return nil, faults, faults
	}
	return e, faults, nil
}

// Parse reads the text of an event file: a pairing list when the name ends in
// .csv, .tsv or .txt, else TOML. The event is nil when any fault is more than a
// warning.
func Parse(name string, text []byte) (*Event, strict.Faults) {
	if len(text) > maxEvent {
		return nil, strict.Faults{{File: name, What: fmt.Sprintf("%d bytes are no event file", len(text)), Remedy: "an event file ends in .toml, or .csv when it is a pairing list"}}
	}
	var e *Event
	var faults strict.Faults
	switch strings.ToLower(filepath.Ext(name)) {
	case ".csv", ".tsv", ".txt":
		e, faults = parseList(name, text)
	default:
		e, faults = parseTOML(name, bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")))
	}
	if faults.Broken() {
		return nil, faults
	}
	e.rank()
	return e, faults
}

// Round finds a round by its name; an empty name is the only one. The error
// lists those there are.
func (e *Event) Round(name string) (*Round, error) {
	var names []string
	for i := range e.Rounds {
		if r := &e.Rounds[i]; r.Name == name || name == "" && len(e.Rounds) == 1 || r.Name == "" {
			return r, nil
		}
		names = append(names, e.Rounds[i].Name)
	}
	if name == "" {
		return nil, fmt.Errorf("there are rounds %s: say which is being played", strings.Join(names, ", "))
	}
	return nil, fmt.Errorf("there is no round %s: the rounds are %s", name, strings.Join(names, ", "))
}

// At finds the game of a board by its id, as "hall-7": the game of a board of
// that name, or of the number that ends it.
func (r *Round) At(id string) (Game, bool) {
	for _, g := range r.Games {
		if g.Board == id {
			return g, true
		}
	}
	for _, g := range r.Games {
		if g.Board == endNumber(id) {
			return g, true
		}
	}
	return Game{}, false
}

var lastDigits = regexp.MustCompile(`(?:^|-)0*([0-9]+)$`)

// endNumber is the number that a board's id ends in, without zeros before it;
// "" when it ends in none.
func endNumber(id string) string {
	if m := lastDigits.FindStringSubmatch(id); m != nil {
		return m[1]
	}
	return ""
}

// Pairing is what is announced of a game of a round, except when it starts, which may
// depend on the computer's time zone (Round.Starts).
func (e *Event) Pairing(r *Round, g Game) eventlog.Pairing {
	return eventlog.Pairing{Event: e.Name, Site: e.Site, Round: r.Name, White: g.White, Black: g.Black, TimeControl: e.TimeControl}
}

// titles are those of FIDE's regulations (2023, B.01, 0.3).
var titles = []string{"GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM", "AGM", "AIM", "AFM", "ACM", "NM", "WNM"}

// tidyTitle writes a title in its usual form, and reports whether it is one. Lists
// write women's titles small, as in "wgm" and "wg".
func tidyTitle(text string) (string, bool) {
	title := strings.ToUpper(strings.TrimSpace(text))
	if len(title) == 2 && title[0] == 'W' || len(title) == 1 {
		title += "M"
	}
	return title, slices.Contains(titles, title)
}

// isTag reports whether a text can be a tag of PGN and a text of a payload.
func isTag(text string) bool {
	return len(text) <= 255 && !strings.ContainsRune(text, '\uFFFD') && plaintext.Name(text) == nil
}

// isBoard reports whether a text can name a board: an id or a number.
func isBoard(text string) bool { return topic.IsLevel(text) }

const (
	maxFideID = 999_999_999
	maxRating = 4000
)

// number reads a whole number from 1 to most; "" and "0", which lists write for
// what is not known, are 0.
func number(text string, most int) (int, bool) {
	if text == "" {
		return 0, true
	}
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= 0 && n <= most
}
