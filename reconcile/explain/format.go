package explain

import (
	"fmt"
	"math"
	"strings"
	"time"

	"touchmove/internal/hms"
	"touchmove/reconcile"
	"touchmove/rules"
)

func the(p rules.Piece) string { return fmt.Sprintf("the %s %s", p.Color(), p.Kind()) }

func names(set rules.Squares) string {
	var list []string
	for sq := range set.All() {
		list = append(list, sq.String())
	}
	return strings.Join(list, " ")
}

func clock(t time.Duration) string {
	return fmt.Sprintf("%s.%03d", hms.Full(t), t.Milliseconds()%1000)
}

func seconds(t time.Duration) string { return fmt.Sprintf("%.2f s", t.Seconds()) }

func certainty(confidence float64) string {
	if confidence >= reconcile.Certain {
		return "as good as certain"
	}
	return fmt.Sprintf("%.1f %% sure", math.Floor(1000*confidence)/10) // truncated, so that it stays below 99.9
}

func byPerson(t statement) string {
	if t.command == "" {
		return "no reason was recorded"
	}
	return fmt.Sprintf("a person's command, %s, at %s", t.command, clock(t.at))
}
