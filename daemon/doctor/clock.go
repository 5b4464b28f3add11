package doctor

// clock checks whether the times in journals and PGN files can be right.
func (e *examination) clock(r *report) {
	synchronised, err := e.Synchronised()
	rtc := e.exists("dev/rtc0") || e.exists("dev/rtc")
	switch {
	case err != nil:
		r.note("cannot tell whether the clock is right: " + err.Error())
	case synchronised && !rtc:
		r.ok("the clock is synchronised over the network, but this computer has no battery-backed clock: after a power cut without network it is wrong")
	case synchronised:
		r.ok("the clock is synchronised over the network")
	default:
		what := "the clock is not synchronised over the network: dates and times of games may be wrong"
		if !rtc {
			what += ", especially as this computer has no battery-backed clock"
		}
		r.warn(what, "connect it to a network, or set the time by hand; moves do not depend on it", "sudo timedatectl set-ntp true", "timedatectl status")
	}
}
