package entrants

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"touchmove/eventlog"
)

// Entrant is a player of an event, with what tournament reports need besides the name: the
// starting number, and details for rating officers.
type Entrant struct {
	No int // the starting number, from 1
	eventlog.Player
	Sex  string // "m", "w" or ""
	Born string // as 2001-09-30, or the year alone; "" if the file does not say
}

// Is reports whether this is the player who was announced at a board: the FIDE ids are
// equal if both are known, else the names.
func (e Entrant) Is(p eventlog.Player) bool {
	if e.FideID != 0 && p.FideID != 0 {
		return e.FideID == p.FideID
	}
	return e.Name == p.Name
}

// Officials are further lines at the head of a tournament report.
type Officials struct {
	Federation string   // of the organiser, as FIDE's three letters
	System     string   // the pairing system, in words
	Chief      string   // chief arbiter
	Deputies   []string // deputy chief arbiters
}

// Bye is a player who does not play in a round, and the kind of bye.
type Bye struct {
	Player eventlog.Player
	Kind   ByeKind
}

// ByeKind is the letter of a bye in a tournament report (TRF16: H, F, U, Z).
type ByeKind byte

// The byes: a half-point bye and a full-point bye, requested in time; the pairing-allocated
// bye of a player left over when the round is paired, which counts as a win; and a
// zero-point bye.
const (
	HalfBye    ByeKind = 'H'
	FullBye    ByeKind = 'F'
	PairingBye ByeKind = 'U'
	ZeroBye    ByeKind = 'Z'
)

var byeWords = map[string]ByeKind{"half": HalfBye, "full": FullBye, "pairing": PairingBye, "zero": ZeroBye}

// resultWords are the results that the file may give for a board without touchmove; F means by
// forfeit.
var resultWords = []string{"1-0", "0-1", "1/2-1/2", "0-0", "1/2-0", "0-1/2", "1-1/2", "1/2-1", "1-1", "1-0 F", "0-1 F", "0-0 F"}

// Find returns the entrant who was announced at a board, and false if the event has no such
// player.
func (e *Event) Find(p eventlog.Player) (Entrant, bool) {
	if i := slices.IndexFunc(e.Players, func(x Entrant) bool { return x.Is(p) }); i >= 0 {
		return e.Players[i], true
	}
	return Entrant{}, false
}

// rank makes the list of players for an event whose file has none: by rating, then by name.
func (e *Event) rank() {
	if len(e.Players) > 0 {
		return
	}
	for _, r := range e.Rounds {
		for _, g := range r.Games {
			for _, p := range []eventlog.Player{g.White, g.Black} {
				if _, ok := e.Find(p); !ok && p.Name != "" {
					e.Players = append(e.Players, Entrant{Player: p})
				}
			}
		}
	}
	slices.SortFunc(e.Players, func(a, b Entrant) int {
		return cmp.Or(cmp.Compare(b.Rating, a.Rating), cmp.Compare(a.Name, b.Name))
	})
	for i := range e.Players {
		e.Players[i].No = i + 1
	}
}

var bornForm = regexp.MustCompile(`^[0-9]{4}(-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01]))?$`)

// entrant parses what reports need to know of a player besides the name.
func (r *reader) entrant(raw *playerTable, p eventlog.Player, path string) Entrant {
	e := Entrant{Player: p}
	if raw.No != nil && *raw.No > 0 {
		e.No = int(*raw.No)
	}
	if raw.Sex != nil {
		if e.Sex = strings.ToLower(*raw.Sex); e.Sex == "f" {
			e.Sex = "w"
		}
		if e.Sex != "m" && e.Sex != "w" {
			r.Fault(path+".sex", fmt.Sprintf("sex: %q", *raw.Sex), "write m or w, as in a tournament report, or remove it")
		}
	}
	if raw.Born != nil {
		if e.Born = fmt.Sprint(raw.Born); !bornForm.MatchString(e.Born) {
			r.Fault(path+".born", fmt.Sprintf("born: %q is not a date", e.Born), "write it as 2001-09-30, or the year alone")
		}
	}
	return e
}

// number gives each player without a number the lowest free one.
func (r *reader) number() []Entrant {
	taken := map[int]bool{}
	for _, e := range r.entrants {
		taken[e.No] = true
	}
	next := 1
	for i := range r.entrants {
		if r.entrants[i].No != 0 {
			continue
		}
		for taken[next] {
			next++
		}
		r.entrants[i].No, taken[next] = next, true
	}
	list := slices.Clone(r.entrants)
	slices.SortFunc(list, func(a, b Entrant) int { return cmp.Compare(a.No, b.No) })
	return list
}

// bye parses one bye of a round. seats says what each player does in the round, as far as
// it has been read.
func (r *reader) bye(raw byeTable, path string, seats map[int]string) (Bye, bool) {
	n := r.seat(raw.Player, path, "player")
	if n < 0 {
		return Bye{}, false
	}
	if other := seats[n]; other != "" {
		r.Fault(path+".player", fmt.Sprintf("player: %s already %s in this round", r.players[n].Name, other), "a player with a bye does not play: correct one of the two")
	}
	seats[n] = "has a bye"
	kind, ok := byeWords[raw.Kind]
	if !ok {
		r.Fault(path+".kind", fmt.Sprintf("kind: %q is not a kind of bye", raw.Kind), "write half, full, pairing (left over when the round was paired) or zero")
		return Bye{}, false
	}
	return Bye{Player: r.players[n], Kind: kind}, true
}
