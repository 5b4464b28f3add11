package alarms

import (
	"strings"

	"touchmove/rules"
)

// articles lists the articles that an alarm at an arbiter's console is about, in the
// editions of 1953, 1997, 2001, 2005, 2009, 2014, 2018 and 2023; "-" means none. Alarms
// about the machine have none.
var articles = map[ID]string{
	Reconstructing:  "9.2 7.3 7.3 7.3 7.3 7.4 7.4 7.4",
	GameFinished:    "- - 8.7 8.7 8.7 8.7 8.7 8.7",
	ClockPaused:     "- 6.12 6.13 6.13 6.12 6.11 6.11.3 6.11.3",
	IllegalMove:     "9.1 7.4 7.4b 7.4b 7.4b 7.5b 7.5.5 7.5.5",
	IllegalPosition: "- - - - - A.4b A.4.4 A.5.4",
	TouchViolation:  "8 4.6 4.6 4.7 4.7 4.8 4.8 4.8",
	Claim:           "18.2 9.5 9.5 9.5 9.5 9.5 9.5.1 9.5.1",
	Flag:            "17a 6.8 6.9 6.9 6.8 6.8 6.8 6.8",
	AutoDraw:        "- 9.6 9.6 9.6 9.6 9.6 9.6 9.6",
	TimeTrouble:     "- 8.4 8.4 8.4 8.4 8.4 8.4 8.4",
	ClockNotPressed: "- 6.7 6.7 6.8 6.7 6.2 6.2.1 6.2.1",
	ClockDisagrees:  "14.5 6.10 6.11 6.11 6.10 6.10 6.10 6.10",
	DefaultNear:     "17b 6.6 6.7 6.7 6.6a 6.7 6.7.1 6.7.1",
	WrongSetUp:      "9.4 7.1 7.1 7.1 7.1 7.2 7.2.1 7.2.1",
	BoardsDiffer:    "- - F2.7 F2.7 E2.7 D.2 D.2.9 D.2.9",
}

// Article returns the article of an edition that an alarm is about, or "" if there is
// none.
func Article(id ID, l rules.Laws) string {
	fields := strings.Fields(articles[id])
	if int(l) >= len(fields) || fields[l] == "-" {
		return ""
	}
	return fields[l]
}

// When returns the conditions under which an alarm rings, in English.
func When(id ID) string { return rowOf(id).rings }
