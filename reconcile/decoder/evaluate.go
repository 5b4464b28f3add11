package decoder

import "time"

// evaluate makes all decisions that are possible at d.now.
func (d *Decoder) evaluate() {
	d.due.dirty = false
	d.index.drop() // what has been read since may have changed which sensors are distrusted
	d.watchOutage()
	d.watchTakenBack()
	if d.phase == settingUp {
		d.setup()
	}
	d.countAll()
	if d.phase == playing || d.phase == sweeping {
		d.grow()
	}
	if d.phase == playing {
		d.suspectSensors()
	}
	d.prune()
	d.watchPhase()
	d.publish()
	d.sealTold()
	d.judge()
	d.ask()
	d.examine()
	d.schedule()
}

// schedule sets the time of the next evaluation: soon while readings are fresh, later when nothing
// has changed for long.
func (d *Decoder) schedule() {
	best := d.beam[0]
	if d.phase == finished && d.setUp.newGameSince == 0 && d.ending.resumeSince == 0 && d.ending.centreSince == 0 || d.phase == playing && best.mismatch&^best.distrust == 0 && best.tail == d.pub.tail && d.isSettled() && !d.hasPendingFault() && !d.awaitsNewGame() {
		d.due.next = 0
		return
	}
	if since := d.setUp.newGameSince; since != 0 && d.phase == finished && d.now < since+newGameFor {
		d.due.next = since + newGameFor // the pieces may have stood there long before the result was entered
		return
	}
	age := d.now - d.board.quietSince
	var step time.Duration
	switch {
	case age < 300*time.Millisecond:
		step = 20 * time.Millisecond
	case age < 2*time.Second:
		step = 50 * time.Millisecond
	case age < 10*time.Second:
		step = 250 * time.Millisecond
	case age < time.Minute:
		step = time.Second
	case age < 10*time.Minute:
		step = 10 * time.Second
	default:
		d.due.next = 0
		return
	}
	d.due.next = d.now + step
}

// isSettled reports whether the fallback is at the last move of the best hypothesis and costs the
// same.
func (d *Decoder) isSettled() bool {
	return d.isFallbackAt(d.beam[0]) && d.fallback.paid == d.beam[0].paid
}
