package reconcile

import (
	"fmt"
	"time"

	"touchmove/internal/refusal"
	"touchmove/reconcile/article4"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// presentOf reads which player has arrived.
func presentOf(c trace.Command) (rules.Color, error) {
	word := c.By
	if _, err := c.Extra.Get("player", &word); err != nil {
		return rules.White, fmt.Errorf("present: %w", err)
	}
	by, err := rules.ParseColor(word)
	if err != nil {
		return by, refusal.New("present-player", "present: player must be white or black")
	}
	return by, nil
}

// await reads the default time of a new-game command: default_ms, or the edition's default time if
// "default" is true.
func (g *Game) await(c trace.Command) {
	g.absence = absence{}
	ms, err := millis(c, "default_ms")
	if err != nil {
		return
	}
	var byEdition bool
	if _, err := c.Extra.Get("default", &byEdition); err != nil {
		return
	}
	switch after, known := article4.DefaultTime(g.header.Laws); {
	case ms != nil:
		g.absence = absence{watched: true, after: time.Duration(*ms) * time.Millisecond}
	case byEdition && known:
		g.absence = absence{watched: true, after: after}
	}
}

// awaitAgain starts a default time with the clocks, for the first time in a game or when an
// adjourned game is resumed. A player who does not show up, by a present command, a press or a
// move, loses (I.11).
func (g *Game) awaitAgain(c trace.Command, first bool) {
	before := g.absence
	g.await(c)
	if !g.absence.watched {
		g.absence = before
		return
	}
	if first {
		g.absence.here, g.absence.acted = before.here, before.acted // a player who has come to the board before the game begins is present
	}
	g.startAbsence(g.now)
}

func (g *Game) checkPresent(c trace.Command) error {
	player, err := presentOf(c)
	if err == nil && g.absence.here[player] {
		return refusal.New("present-already", "present: {player} has already arrived", "player", player)
	}
	return err
}

func (g *Game) present(c trace.Command) {
	player, _ := presentOf(c)
	g.absence.here[player] = true
}

// unpresent undoes a present command: the player is absent again, unless they have moved or pressed.
func (g *Game) unpresent(c trace.Command) {
	player, _ := presentOf(c)
	g.absence.here[player] = g.absence.acted[player]
}

// arrive records that a player has moved or pressed, and is at the board.
func (g *Game) arrive(by rules.Color) { g.absence.here[by], g.absence.acted[by] = true, true }

// startAbsence starts the default time when the clock starts.
func (g *Game) startAbsence(at time.Duration) {
	if a := &g.absence; a.watched && !a.began {
		a.began, a.due = true, at+a.after
	}
}

// defaultDue returns when a player who has not come loses, and false when nobody is awaited.
func (g *Game) defaultDue() (time.Duration, bool) {
	a := &g.absence
	return a.due, a.began && !a.told && a.here != [2]bool{true, true}
}

// Absent returns which players are missing, and when a missing player loses. Nobody is missing
// before the clock has started.
func (g *Game) Absent() (loses time.Duration, missing [2]bool) {
	due, waited := g.defaultDue()
	if !waited {
		return 0, missing
	}
	return due, [2]bool{!g.absence.here[rules.White], !g.absence.here[rules.Black]}
}

// proposeDefault proposes that the missing player loses, or both players if both are missing.
func (g *Game) proposeDefault() {
	a := &g.absence
	a.told = true
	if g.games[g.current].Result != rules.Ongoing.String() {
		return // the sealed move has ended the game, whoever is late
	}
	if c, known := g.Clock(); known {
		if _, fell := c.First(); fell {
			return // a flag that has fallen decides before that (2009: 6.9, I.12)
		}
	}
	result := "0-0"
	switch {
	case a.here[rules.White]:
		result = rules.WinFor(rules.White).String()
	case a.here[rules.Black]:
		result = rules.WinFor(rules.Black).String()
	}
	for _, by := range []rules.Color{rules.White, rules.Black} {
		if !a.here[by] {
			g.remark(a.due, article4.DefaultDue, by)
		}
	}
	g.propose(a.due, result, article4.ByDefault)
}
