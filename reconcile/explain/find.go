package explain

import "fmt"

// Explain explains why the move of this ply was published, and what had been published for that ply
// before; for a move that no longer stands, why it was published and why it was dropped. The game
// counts from 1; 0 is the first game that has the ply. The error says which games and plies there
// are.
func (x *Explainer) Explain(game, ply int) (string, error) {
	games := x.begun()
	switch {
	case game < 0 || game > games:
		return "", fmt.Errorf("game %d is not in the trace: it has %s", game, span(1, games, "game"))
	case game == 0:
		for n := 1; n <= games && game == 0; n++ {
			if g := &x.game.Games()[n-1]; ply > g.Ply && ply <= g.Ply+len(g.Moves) {
				game = n
			}
		}
		for n := 1; n <= games && game == 0; n++ {
			if len(x.about(n, ply)) > 0 {
				game = n
			}
		}
	}
	if game == 0 {
		return "", x.noPly(1, games, ply)
	}
	told := x.about(game, ply)
	if len(told) == 0 {
		return "", x.noPly(game, game, ply)
	}
	w := words{Explainer: x, game: game, games: games, ply: ply}
	return w.all(told), nil
}

// begun returns how many games of the trace have begun, at least 1.
func (x *Explainer) begun() int {
	n := len(x.game.Games())
	for n > 1 && !x.game.Games()[n-1].Begun {
		n--
	}
	return n
}

// about returns what was published about one ply: from the first move published for it on, each
// move and each time it was dropped.
func (x *Explainer) about(game, ply int) (told []statement) {
	stands := false
	for _, t := range x.statements {
		switch {
		case t.game != game:
		case t.moved && t.ply == ply:
			told, stands = append(told, t), true
		case t.drops && t.ply <= ply && stands:
			t.moved = false // any move published with it is of another ply
			told, stands = append(told, t), false
		}
	}
	return told
}

func (x *Explainer) noPly(first, last, ply int) error {
	text := ""
	for n := first; n <= last; n++ {
		g := &x.game.Games()[n-1]
		if n > first {
			text += ", "
		}
		if first != last {
			text += fmt.Sprintf("game %d ", n)
		}
		if len(g.Moves) == 0 {
			text += "no plies"
			continue
		}
		text += span(g.Ply+1, g.Ply+len(g.Moves), "ply")
	}
	what := "the game has"
	switch {
	case first != last:
		what = "the trace has"
	case len(x.game.Games()) > 1:
		what = fmt.Sprintf("game %d has", first)
	}
	return fmt.Errorf("no move was published for ply %d: %s %s", ply, what, text)
}

func span(from, to int, unit string) string {
	units := unit + "s"
	if unit == "ply" {
		units = "plies"
	}
	if from == to {
		return fmt.Sprintf("%s %d", unit, from)
	}
	return fmt.Sprintf("%s %d to %d", units, from, to)
}
