package doctor

// clock checks whether the times in journals and PGN files can be right.
func (e *examination) clock(r *report) {
	synchronised, err := e.Synchronised()
	rtc := e.exists("dev/rtc0") || e.exists("dev/rtc")
	switch {
	case err != nil:
		r.note("whether the clock is right cannot be told: " + err.Error())
	case synchronised && !rtc:
		r.ok("the clock follows the network; there is none of its own: after a power cut without network it is wrong")
	case synchronised:
		r.ok("the clock follows the network")
	default:
		what := "the clock is not set by the network: dates and times of games may be wrong"
		if !rtc {
			what += ", the more so as this computer has none that goes on without power"
		}
		r.warn(what, "connect it to a network, or set the time by hand; moves do not depend on it", "sudo timedatectl set-ntp true", "timedatectl status")
	}
}
