package broadcast_test

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"touchmove/broadcast/broadcasttest"
	"touchmove/broadcast/contract/schemas"
	"touchmove/eventlog"
	"touchmove/eventlog/alarms"
	"touchmove/rules"
)

// All alarms that ring are published for clients with a name, with texts in four languages
// in which the elapsed time is left open. Others do not get them, not even after a delay.
// What players must not know is on no topic that they can read.
func TestRingingIsPrivate(t *testing.T) {
	b, s := startEmbedded(t, nil)
	url := "tcp://" + b.Addr()
	reader, public := follow(t, url, "rea", "reader's"), follow(t, url, "", "")
	var list []alarms.Alarm
	for n, id := range alarms.IDs() {
		list = append(list, alarms.Alarm{
			ID: id, Cause: "white 1", Player: rules.White, Name: "Żółć, Anna", Why: "touched_piece", Result: "1-0", Ply: 1, SAN: "e4", Squares: []string{"e2", "e4"}, Count: 1, Span: time.Minute,
			Since: time.Duration(n) * time.Second, Rang: time.Duration(n) * time.Second,
		})
	}
	list[1].Seen, list[1].SeenAt, list[1].SeenBy = true, time.Minute, "ann"
	s.tell(eventlog.Ringing{Alarms: list})
	s.goOn()
	caughtUp(t, public, s)
	broadcasttest.Eventually(t, "the alarms reach a reader", func() bool {
		var told struct{ Alarms []json.RawMessage }
		return json.Unmarshal([]byte(reader.Last("alarms")), &told) == nil && len(told.Alarms) == len(alarms.IDs())
	})
	var told struct {
		Alarms []struct {
			ID, Cause, Since, Player string
			Acknowledged             bool
			AcknowledgedBy           string `json:"acknowledged_by"`
			DueMS                    *int64 `json:"due_ms"`
			Text                     map[string]string
		}
	}
	if err := json.Unmarshal([]byte(reader.Last("alarms")), &told); err != nil {
		t.Fatal(err)
	}
	for n, a := range told.Alarms {
		if a.ID != string(alarms.IDs()[n]) || a.Cause != "white 1" || a.Acknowledged != (n == 1) || a.Acknowledged != (a.AcknowledgedBy == "ann") {
			t.Errorf("alarm %d: %+v", n, a)
		}
		if (a.DueMS != nil) != (a.ID == string(alarms.DefaultNear)) || len(a.Text) != 4 {
			t.Errorf("%s: %+v", a.ID, a)
		}
		for code, l := range map[string]rules.Language{"en": rules.English, "es": rules.Spanish, "pt": rules.Portuguese, "de": rules.German} {
			if a.Text[code] != list[n].Template(l) {
				t.Errorf("%s in %s: %q", a.ID, code, a.Text[code])
			}
		}
	}
	if first := told.Alarms[0]; first.Text["en"] != "Board has not answered for {t}" || first.Since != "2026-11-21T18:22:00.123Z" || first.Player != "" {
		t.Errorf("the first alarm is %+v", first)
	}
	if err := schemas.Check(prefix+"alarms", []byte(reader.Last("alarms"))); err != nil {
		t.Error(err)
	}
	for _, topic := range []string{"alarms", "desk", "event"} {
		if n := len(public.Messages(topic)); n > 0 {
			t.Errorf("%d messages on %s reach whoever has no name", n, topic)
		}
	}
	private := []alarms.ID{alarms.TouchViolation, alarms.ClockNotPressed, alarms.Claim, alarms.IllegalMove, alarms.Flag}
	var shown struct{ Alarms []struct{ ID alarms.ID } }
	for _, message := range public.Messages("alarm") {
		if err := json.Unmarshal([]byte(message), &shown); err != nil {
			t.Fatal(err)
		}
		for _, a := range shown.Alarms {
			if slices.Contains(private, a.ID) {
				t.Errorf("the public topic has %s", a.ID)
			}
		}
	}
}
