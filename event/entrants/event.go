package entrants

import (
	"bytes"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"touchmove/eventlog"
	"touchmove/internal/plaintext"
	"touchmove/internal/regularfile"
	"touchmove/internal/strict"
	"touchmove/internal/topic"
)

// Event is the contents of an event file.
type Event struct {
	Name        string // "" if the file does not say
	Site        string
	TimeControl string // as PGN writes it
	Officials
	TieBreaks []string  // FIDE's codes, such as BH-C1, the most important first; empty if the file does not say
	Players   []Entrant // in the order of their numbers
	Rounds    []Round
	Planned   int // rounds of the whole event, including those not yet paired; 0 if the file does not say
}

// Round is one round of an event.
type Round struct {
	Name  string // as in PGN, "3"; "" if the file does not say
	Date  string // as 2026-11-21; "" if the file does not say
	Time  string // start, as 15:00, 15:00+01:00 or 14:00Z; "" if the file does not say
	Games []Game // in the order of the file
	Byes  []Bye
}

// Game is one pairing.
type Game struct {
	Board string // a board's id, or the number at its end
	White eventlog.Player
	Black eventlog.Player

	Result string // "1-0", "0-0 F" and the like, for a board without touchmove; else ""
}

// maxEvent is the largest event file, in bytes; real ones are far smaller.
const maxEvent = 4 << 20

// Load reads an event file. If the file has faults other than warnings, the error is a
// strict.Faults; warnings alone are returned with the event.
func Load(path string) (*Event, strict.Faults, error) {
	text, err := regularfile.Read(path, maxEvent)
	if err != nil {
		return nil, nil, err
	}
	e, faults := Parse(path, text)
	if faults.Broken() {
		return nil, faults, faults
	}
	return e, faults, nil
}

// Parse parses the text of an event file: a pairing list if the name ends in .csv, .tsv or
// .txt, else TOML. The event is nil if any fault is more than a warning.
func Parse(name string, text []byte) (*Event, strict.Faults) {
	if len(text) > maxEvent {
		return nil, strict.Faults{{File: name, What: fmt.Sprintf("%d bytes are not an event file", len(text)), Remedy: "an event file ends in .toml, or .csv when it is a pairing list"}}
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

// Round finds a round by its name; an empty name finds the only one. The error lists the
// rounds that exist.
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

// At finds the game of a board by the board's id, such as "hall-7": the game whose board is
// that id, or the number at its end.
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

// endNumber returns the number at the end of a board's id, without leading zeros, or "" if
// there is none.
func endNumber(id string) string {
	if m := lastDigits.FindStringSubmatch(id); m != nil {
		return m[1]
	}
	return ""
}

// Pairing returns what is announced of a game of a round, except its start, which may
// depend on the computer's time zone (Round.Starts).
func (e *Event) Pairing(r *Round, g Game) eventlog.Pairing {
	return eventlog.Pairing{Event: e.Name, Site: e.Site, Round: r.Name, White: g.White, Black: g.Black, TimeControl: e.TimeControl}
}

// titles are the titles of FIDE's regulations (2023, B.01, 0.3).
var titles = []string{"GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM", "AGM", "AIM", "AFM", "ACM", "NM", "WNM"}

// tidyTitle returns a title in its usual form, and whether it is a known one. Lists write
// women's titles in lower case, as in "wgm" and "wg".
func tidyTitle(text string) (string, bool) {
	title := strings.ToUpper(strings.TrimSpace(text))
	if len(title) == 2 && title[0] == 'W' || len(title) == 1 {
		title += "M"
	}
	return title, slices.Contains(titles, title)
}

// isTag reports whether a text can be a PGN tag and a text of a payload.
func isTag(text string) bool {
	return len(text) <= 255 && !strings.ContainsRune(text, '\uFFFD') && plaintext.Name(text) == nil
}

// isBoard reports whether a text can name a board: an id or a number.
func isBoard(text string) bool { return topic.IsLevel(text) }

const (
	maxFideID = 999_999_999
	maxRating = 4000
	maxRounds = 999
)

// number parses a whole number from 1 to most. "" and "0", which lists write for an unknown
// number, give 0.
func number(text string, most int) (int, bool) {
	if text == "" {
		return 0, true
	}
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= 0 && n <= most
}
