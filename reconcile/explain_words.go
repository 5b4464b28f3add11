package reconcile

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"touchmove/reconcile/decoder"
	"touchmove/rules"
	"touchmove/sensors"
)

// words writes one explanation.
type words struct {
	*Explainer
	strings.Builder
	game, games, ply int
}

const (
	ruledOut      = 7.0                   // a rival so far behind is not named: e^7 is a thousand to one
	readingsShown = 24                    // lines of readings, not to bury what matters
	atOnceMost    = 6                     // more squares that change in one reading are one line
	bounceGap     = 50 * time.Millisecond // changes of one square closer than this are one line
)

func (w *words) line(format string, args ...any) { fmt.Fprintf(w, format+"\n", args...) }

// all explains what was told of the ply: last what stands, or that nothing does.
func (w *words) all(told []telling) string {
	last := told[len(told)-1]
	name := fmt.Sprintf("Ply %d", w.ply)
	if w.games > 1 {
		name = fmt.Sprintf("Game %d of %d, ply %d", w.game, w.games, w.ply)
	}
	if !last.moved {
		w.line("%s: no move stands. %s had been told at %s and was dropped at %s.", name, w.before(told).san, clock(w.before(told).at), clock(last.at))
		w.history(told)
		return w.String()
	}
	w.line("%s, %s: %s, let go at %s, told at %s, %s.", name, last.by, last.name(), clock(last.released()), clock(last.at), sure(last.confidence))
	if last.reason == nil {
		w.line("")
		w.line("What decided it: %s.", byPerson(last))
	} else {
		w.reasons(last)
	}
	if len(told) > 1 {
		w.history(told)
	}
	return w.String()
}

// before returns the move that stood before the last thing told.
func (w *words) before(told []telling) telling {
	for _, t := range slices.Backward(told[:len(told)-1]) {
		if t.moved {
			return t
		}
	}
	return told[0]
}

func (t telling) released() time.Duration {
	if t.reason == nil {
		return t.at
	}
	return t.move.Released
}

// name is the move in SAN and UCI.
func (t telling) name() string {
	if t.san == t.uci {
		return t.uci // not legal
	}
	return fmt.Sprintf("%s (%s)", t.san, t.uci)
}

func sure(confidence float64) string {
	if confidence > 0.999 {
		return "as good as certain"
	}
	return fmt.Sprintf("%.1f %% sure", 100*confidence)
}

func byPerson(t telling) string {
	if t.command == "" {
		return "no reason was kept"
	}
	return fmt.Sprintf("a person's command, %s, at %s", t.command, clock(t.at))
}

// reasons tells why a move was told.
func (w *words) reasons(t telling) {
	w.line("")
	w.line("What the sensors said:")
	w.table("  ", w.about(t), t)
	w.line("")
	w.line("How it was understood:")
	w.understood(t)
	w.line("")
	w.line("What else was thought possible when it was told:")
	named := 0
	for _, rival := range t.reason.Rivals {
		if rival.Behind < ruledOut {
			w.line("  %s", t.rival(rival))
			named++
		}
	}
	switch rest := len(t.reason.Rivals) - named; {
	case rest > 0 && named == 0:
		w.line("  nothing likely; next came %s", t.rival(t.reason.Rivals[0]))
	case rest > 0:
		w.line("  everything else: all but ruled out")
	case named == 0:
		w.line("  nothing")
	}
	w.line("")
	w.line("What decided it: %s.", w.sign(t))
}

func (w *words) understood(t telling) {
	r, m, p := t.reason, t.move.Move, t.position
	piece := p.At(m.From())
	switch {
	case m.IsCastling():
		king, rook := p.CastlingTargets(m)
		w.line("  castling: the king from %s to %s and the rook from %s to %s, begun at %s and on the board at %s, %s later",
			m.From(), king, m.To(), rook, clock(r.Lifted), clock(r.Landed), seconds(r.Landed-r.Lifted))
	case r.Landed > r.Lifted:
		w.line("  %s left %s at %s and was on %s at %s, %s later", the(piece), m.From(), clock(r.Lifted), m.To(), clock(r.Landed), seconds(r.Landed-r.Lifted))
	default:
		w.line("  %s left %s at %s; it is put on %s", the(piece), m.From(), clock(r.Lifted), m.To())
	}
	if over := w.brushed(t); len(over) > 0 && !m.IsCastling() {
		w.line("  on its way it passed over or rested on %s", strings.Join(over, ", "))
	}
	if at, victim := captured(p, m); victim != rules.NoPiece {
		switch {
		case r.Silent:
			w.line("  %s never read empty: that %s was taken there is concluded, because the %s that left %s was set down nowhere else",
				at, the(victim), piece.Kind(), m.From())
		default:
			w.line("  %s was taken on %s", the(victim), at)
		}
	}
	if r.Blind {
		w.line("  %s did not show it: its sensor gave no reading or was not trusted, so that end of the move is concluded", w.blindEnd(t))
	}
	for _, sq := range moveSquares(p, m) {
		if f, ok := w.faultOf(sq, t.at); ok {
			w.line("  the sensor of %s had not been trusted since %s (%s)", sq, clock(f.at), f.Kind)
		} else if f, ok := w.laterFault(sq, t.at); ok && r.Blind {
			w.line("  the sensor of %s was found %s at %s", sq, f.Kind, clock(f.at))
		}
	}
	switch {
	case r.Guessed && m.Promotion() == rules.Queen:
		w.line("  nobody had named the promoted piece: a queen is assumed until later moves show another")
	case r.Guessed:
		w.line("  nobody had named the promoted piece: how it moved from there showed a %s", m.Promotion())
	}
	if t.move.Illegal {
		w.line("  the Laws do not allow this move; play went on from it, so it stands")
	}
	if over := r.Open; over != 0 {
		w.line("  not part of it, and still open when it was told: %s", w.open(over, t))
	}
}

// captured returns what a move takes and where it stands.
func captured(p rules.Position, m rules.Move) (rules.Square, rules.Piece) {
	at := m.To()
	if m.IsEnPassant() {
		at = rules.SquareAt(m.To().File(), m.From().Rank())
	}
	if m.IsCastling() || p.At(at) == rules.NoPiece {
		return at, rules.NoPiece
	}
	return at, p.At(at)
}

// moveSquares are the squares that a move changes.
func moveSquares(p rules.Position, m rules.Move) []rules.Square {
	list := []rules.Square{m.From(), m.To()}
	if m.IsCastling() {
		king, rook := p.CastlingTargets(m)
		list = append(list, king, rook)
	}
	if at, victim := captured(p, m); victim != rules.NoPiece {
		list = append(list, at)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// brushed lists the empty squares beside the move that read a piece while its
// own was on the way, and for how long.
func (w *words) brushed(t telling) (list []string) {
	squares := moveSquares(t.position, t.move.Move)
	on := map[rules.Square]time.Duration{}
	for _, r := range w.between(t.reason.Lifted, t.reason.Landed) {
		if t.position.At(r.Square) != rules.NoPiece || slices.Contains(squares, r.Square) {
			continue
		}
		if _, ok := on[r.Square]; !ok && r.Is != sensors.Empty && r.Is != sensors.Unknown {
			on[r.Square] = r.At
		}
	}
	var left rules.Squares
	rests := map[rules.Square]time.Duration{}
	for _, r := range w.between(t.reason.Lifted, t.reason.Landed) {
		if since, ok := on[r.Square]; ok {
			rests[r.Square] = r.At - since
			left = left.Without(r.Square)
			if r.Is == sensors.Empty {
				left = left.With(r.Square)
			}
		}
	}
	for sq := range left.All() {
		list = append(list, fmt.Sprintf("%s (%s)", sq, seconds(rests[sq])))
	}
	return list
}

// between returns the readings from one time to another, both included.
func (w *words) between(from, to time.Duration) []decoder.Reading {
	i, _ := slices.BinarySearchFunc(w.readings, from, func(r decoder.Reading, at time.Duration) int {
		if r.At < at {
			return -1
		}
		return 1
	})
	j := i
	for j < len(w.readings) && w.readings[j].At <= to {
		j++
	}
	return w.readings[i:j]
}

// about returns the readings that a telling rests on: those of its squares, and
// all others from when its piece was lifted until it was told.
func (w *words) about(t telling) []decoder.Reading {
	list := slices.Clone(t.reason.Readings)
	for _, r := range w.between(t.reason.Lifted, t.at) {
		if !slices.Contains(list, r) {
			list = append(list, r)
		}
	}
	slices.SortStableFunc(list, func(a, b decoder.Reading) int { return cmp.Compare(a.At, b.At) })
	return list
}

// table prints readings, a bouncing contact in one line, and what each square is
// to the move or to the game.
func (w *words) table(indent string, list []decoder.Reading, t telling) {
	type row struct {
		decoder.Reading
		first   sensors.State
		changes int
		last    time.Duration
	}
	own := moveSquares(t.position, t.move.Move)
	crowd := map[time.Duration]int{} // other squares that changed in the same reading
	for _, r := range list {
		if !slices.Contains(own, r.Square) {
			crowd[r.At]++
		}
	}
	var rows []row
	latest := map[rules.Square]int{}
	for _, r := range list {
		if n := crowd[r.At]; n > atOnceMost && !slices.Contains(own, r.Square) {
			if len(rows) == 0 || rows[len(rows)-1].Square != rules.NoSquare || rows[len(rows)-1].At != r.At {
				rows = append(rows, row{Reading: decoder.Reading{At: r.At, Square: rules.NoSquare, Is: r.Is}, changes: n})
			}
			continue
		}
		if i, ok := latest[r.Square]; ok && r.At-rows[i].last <= bounceGap {
			rows[i].changes, rows[i].last, rows[i].Is = rows[i].changes+1, r.At, r.Is
			continue
		}
		latest[r.Square] = len(rows)
		rows = append(rows, row{r, r.Is, 1, r.At})
	}
	if len(rows) == 0 {
		w.line("%snothing", indent)
	}
	for i, r := range rows {
		if i == readingsShown/2 && len(rows) > readingsShown {
			w.line("%s... %d more", indent, len(rows)-readingsShown)
		}
		if i >= readingsShown/2 && i < len(rows)-readingsShown/2 {
			continue
		}
		if r.Square == rules.NoSquare {
			what := "changed"
			if r.Is == sensors.Unknown {
				what = "gave no reading any more"
			}
			w.line("%s%s  %d other squares %s, all at once", indent, clock(r.At), r.changes, what)
			continue
		}
		is := r.Is.String()
		switch {
		case r.changes == 2:
			is = fmt.Sprintf("%s, and %s again %s later", r.first, r.Is, seconds(r.last-r.At))
		case r.changes > 2:
			is += fmt.Sprintf(" (%d changes in %s)", r.changes, seconds(r.last-r.At))
		}
		if role := w.role(t, r.Square, r.At); role != "" {
			is += ": " + role
		}
		w.line("%s%s  %s %s", indent, clock(r.At), r.Square, is)
	}
}

// role is what a square is to a move, or what stands there in the game at that
// time.
func (w *words) role(t telling, sq rules.Square, when time.Duration) string {
	m, p := t.move.Move, t.position
	at, victim := captured(p, m)
	switch {
	case sq == at && victim != rules.NoPiece:
		return "where " + the(victim) + " was taken"
	case sq == m.From() || m.IsCastling() && sq == m.To():
		return "where " + the(p.At(sq)) + " stood"
	case sq == m.To():
		return "where the " + p.At(m.From()).Kind().String() + " went"
	}
	if m.IsCastling() {
		switch king, rook := p.CastlingTargets(m); sq {
		case king:
			return "where the king went"
		case rook:
			return "where the rook went"
		}
	}
	if when > t.move.Released {
		p = t.move.After
		for _, later := range w.Explainer.game.games[t.game-1].Moves {
			if later.Released > t.move.Released && later.Released < when {
				p = later.After
			}
		}
	}
	if p.At(sq) == rules.NoPiece {
		return ""
	}
	return the(p.At(sq))
}

// open says in words what a board shows otherwise than the position after a
// move.
func (w *words) open(set rules.Squares, t telling) string {
	var list []string
	for sq := range set.All() {
		piece := t.move.After.At(sq)
		f, known := w.faultOf(sq, t.at)
		switch {
		case known:
			list = append(list, fmt.Sprintf("%s, whose sensor had not been trusted since %s (%s)", sq, clock(f.at), f.Kind))
		case piece == rules.NoPiece:
			list = append(list, fmt.Sprintf("%s read a piece and should be empty", sq))
		case piece.Color() == t.move.After.Turn():
			list = append(list, fmt.Sprintf("%s of %s was off its square", the(piece), sq))
		default:
			list = append(list, fmt.Sprintf("%s did not show %s", sq, the(piece)))
		}
	}
	return strings.Join(list, "; ")
}

// faultOf says whether a sensor was not trusted at a time, and since when.
func (w *words) faultOf(sq rules.Square, at time.Duration) (distrusted, bool) {
	for _, f := range slices.Backward(w.distrust) {
		if f.at <= at && f.Squares.Has(sq) {
			return f, f.Kind != Trusted
		}
	}
	return distrusted{}, false
}

// laterFault says whether and when a sensor was distrusted after a time.
func (w *words) laterFault(sq rules.Square, at time.Duration) (distrusted, bool) {
	for _, f := range w.distrust {
		if f.at > at && f.Squares.Has(sq) && f.Kind != Trusted {
			return f, true
		}
	}
	return distrusted{}, false
}

// blindEnd is the end of a move whose sensor did not show it.
func (w *words) blindEnd(t telling) rules.Square {
	m := t.move.Move
	for _, r := range slices.Backward(w.between(0, t.at)) {
		if r.Square == m.To() {
			if r.Is == sensors.Empty || r.Is == sensors.Unknown || r.At < t.reason.Lifted {
				return m.To()
			}
			break
		}
	}
	return m.From()
}

func (t telling) rival(r decoder.Rival) string {
	what := "no move yet, the pieces only touched or still in the hand"
	if r.Move != rules.NoMove {
		what = r.Move.UCI(t.position.Variant())
		if t.position.IsLegal(r.Move) {
			what = t.position.SAN(r.Move)
		} else {
			what += ", which is not legal"
		}
	}
	text := fmt.Sprintf("%s: %s", what, likelier(r.Behind))
	if r.Open != 0 {
		text += fmt.Sprintf("; it left %s unexplained", names(r.Open))
	}
	return text
}

// likelier turns a difference of costs, in natural logarithms, into words.
func likelier(behind float64) string {
	switch {
	case behind < 0.3:
		return "about as likely"
	case behind < 1.1:
		return "somewhat less likely"
	case behind < 3:
		return "several times less likely"
	case behind < ruledOut:
		return "much less likely"
	}
	return "all but ruled out"
}

// sign tells what showed that the move was over.
func (w *words) sign(t telling) string {
	mover := t.by
	switch t.reason.Sign {
	case decoder.Replied:
		return "a later move stood on the board" + w.reply(t) + fmt.Sprintf(", so %s's was over", mover)
	case decoder.Pressed:
		for _, p := range slices.Backward(w.presses) {
			if p.at <= t.at && p.by == mover {
				return fmt.Sprintf("%s pressed the clock at %s", mover, clock(p.at))
			}
		}
		return fmt.Sprintf("%s pressed the clock", mover)
	case decoder.Touched:
		for _, r := range slices.Backward(w.between(t.reason.Landed, t.at)) {
			if t.reason.Open.Has(r.Square) && r.Is == sensors.Empty {
				return fmt.Sprintf("%s had taken the %s of %s into the hand at %s, and nothing else was open",
					mover.Other(), t.move.After.At(r.Square).Kind(), r.Square, clock(r.At))
			}
		}
		return fmt.Sprintf("%s took a piece into the hand, and nothing else was open", mover.Other())
	case decoder.Quiet:
		return fmt.Sprintf("its squares had been still for %s, long enough for a move like this, and nothing else was likely", seconds(t.reason.Wait))
	case decoder.Commanded:
		return "a person said so"
	}
	return "the game or its recording ended there"
}

// reply names the move that stands after a telling, if it was on the board by
// then.
func (w *words) reply(t telling) string {
	moves := w.Explainer.game.games[t.game-1]
	if i := t.ply - moves.Ply; i > 0 && i < len(moves.Moves) && moves.Moves[i-1].Move == t.move.Move && moves.Moves[i].Released <= t.at {
		return fmt.Sprintf(" (%s, let go at %s)", moves.Moves[i].SAN, clock(moves.Moves[i].Released))
	}
	return ""
}

// history tells what had been told of the ply before, and why that was dropped.
func (w *words) history(told []telling) {
	w.line("")
	w.line("What had been told of this ply before:")
	for i, t := range told[:len(told)-1] {
		next := told[i+1]
		if !t.moved {
			continue
		}
		why := byPerson(t)
		if t.reason != nil {
			why = w.sign(t)
		}
		w.line("  %s  %s, %s: %s", clock(t.at), t.name(), sure(t.confidence), why)
		what := "dropped: the readings said that it had not been made, or that it was taken back"
		switch {
		case next.command != "":
			what = fmt.Sprintf("dropped by a person's command, %s", next.command)
		case next.moved && next.uci == t.uci:
			what = "told again after a correction"
		case next.moved:
			what = "changed to " + next.san
		case next.ply < w.ply && next.san != "":
			what = fmt.Sprintf("dropped, because ply %d before it was changed to %s", next.ply, next.san)
		case next.ply < w.ply:
			what = fmt.Sprintf("dropped, because ply %d before it was dropped", next.ply)
		}
		w.line("  %s  %s", clock(next.at), what)
		if next.command != "" {
			continue
		}
		if next.reason != nil && next.moved {
			for _, r := range next.reason.Rivals {
				if t.reason != nil && r.Move == t.move.Move {
					w.line("    by then %s", next.rival(r))
				}
			}
		}
		if t.reason != nil {
			if list := w.between(t.at, next.at); len(list) > 0 {
				w.line("    the sensors had said in between:")
				w.table("      ", list, t)
			}
		}
	}
}

func the(p rules.Piece) string { return fmt.Sprintf("the %s %s", p.Color(), p.Kind()) }

func names(set rules.Squares) string {
	var list []string
	for sq := range set.All() {
		list = append(list, sq.String())
	}
	return strings.Join(list, " ")
}

func clock(t time.Duration) string {
	ms := t.Milliseconds()
	return fmt.Sprintf("%d:%02d:%02d.%03d", ms/3600000, ms/60000%60, ms/1000%60, ms%1000)
}

func seconds(t time.Duration) string { return fmt.Sprintf("%.2f s", t.Seconds()) }
