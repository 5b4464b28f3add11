package screen

import (
	"encoding/json"
	"regexp"
	"strings"

	"touchmove/broadcast/contract"
	"touchmove/internal/topic"
	"touchmove/rules"
)

// pgnGame is a game in PGN, the current one or an earlier one.
type pgnGame struct {
	round   string    // these are as in its tags
	players [2]string // White and Black
	begun   bool      // it has a move or a result
	text    string
}

// roundOf are the games of a round, those of boards that have gone on to another round among
// them; nil if there is none. Of a pairing that was begun several times the last game counts;
// where nobody is named, every game may be of another pairing.
func (s *Snapshots) roundOf(boards []topic.Board, round string) *file {
	var games []string
	for _, at := range boards {
		of := map[[2]string]int{} // by players
		for _, g := range s.boards[at].pgnGames() {
			if g.round != round {
				continue
			}
			i, again := of[g.players]
			switch {
			case again && !g.begun: // set up again
			case again && g.players != [2]string{"?", "?"}:
				games[i] = g.text
			default:
				of[g.players] = len(games)
				games = append(games, g.text)
			}
		}
	}
	if len(games) == 0 {
		return nil
	}
	return pgnFile(games)
}

// pgnGames reads the games that a board has in PGN, the current one last, once for each change of
// them: anybody may ask for the games of any round. The caller counts what it takes (bound).
func (b *boardMessages) pgnGames() []pgnGame {
	if b.games != nil {
		return b.games
	}
	var previous struct {
		Games []struct{ Game string }
		PGN   map[string]string
	}
	json.Unmarshal([]byte(b.payloads[contract.Previous]), &previous) //nolint:errcheck // what cannot be read has no games
	texts := make([]string, 0, len(previous.Games)+1)
	for _, g := range previous.Games {
		texts = append(texts, previous.PGN[g.Game])
	}
	b.games = make([]pgnGame, 0, len(texts)+1)
	for _, text := range append(texts, b.payloads[contract.PGN]) {
		if text == "" {
			continue
		}
		tags := tagsOf(text)
		b.games = append(b.games, pgnGame{tags["Round"], [2]string{tags["White"], tags["Black"]}, isBegun(text, tags["Result"]), strings.TrimSpace(text) + "\n"})
	}
	return b.games
}

// tagLine is a line of a game's tags (PGN standard 1994, 8.1).
var tagLine = regexp.MustCompile(`(?m)^\[(\w+) "((?:[^"\\]|\\.)*)"\]$`)

var escaped = regexp.MustCompile(`\\(.)`)

// tagsOf returns the tags of a game.
func tagsOf(pgn string) map[string]string {
	head, _, _ := strings.Cut(pgn, "\n\n")
	tags := map[string]string{}
	for _, m := range tagLine.FindAllStringSubmatch(head, -1) {
		tags[m[1]] = escaped.ReplaceAllString(m[2], "$1")
	}
	return tags
}

var comment = regexp.MustCompile(`\{[^}]*\}`)

// isBegun reports whether a game has a move or a result.
func isBegun(pgn, result string) bool {
	_, moves, _ := strings.Cut(pgn, "\n\n")
	return result != rules.Ongoing.String() || strings.TrimSpace(comment.ReplaceAllString(moves, "")) != rules.Ongoing.String()
}
