package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"touchmove/broadcast"
	sockets "touchmove/daemon/control"
	"touchmove/reconcile/article4"
	chessclock "touchmove/reconcile/clock"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// send sends one command and prints the answer.
func (o *ctlOptions) send(c *console, kind *trace.CommandKind, args []string) error {
	keys, err := o.keys(kind, args)
	if err != nil {
		return bad(err)
	}
	// Find visible mistakes before the daemon is asked.
	line, err := json.Marshal(keys)
	if err != nil {
		return bad(err)
	}
	r, err := broadcast.ParseRequest(kind.Name, line)
	if err != nil {
		return bad(err)
	}
	client, err := o.dial()
	if err != nil {
		return err
	}
	defer client.Close()
	already, named := o.already(client, r.Command), o.named(client, r.Command)
	a, err := client.Ask(keys)
	if err != nil {
		return fmt.Errorf("%w: give the command again with --id %s: it will not be carried out twice", err, keys["id"])
	}
	if a.OK {
		a.Advice = o.advice(client, r.Command)
	}
	if o.json {
		if err := json.NewEncoder(c.out).Encode(a); err != nil {
			return err
		}
		if !a.OK {
			return status(exitFailed)
		}
		return nil
	}
	if !a.OK {
		return errors.New(o.refused(a))
	}
	said, err := o.done(kind, r.Command, already)
	if err != nil {
		return err
	}
	if named != "" {
		said = named
	}
	if r.Raw == nil {
		texts, err := o.texts()
		if err != nil {
			return err
		}
		said += " " + texts.T("ctl.at", "game", a.Game, "seq", a.Seq)
	}
	if _, err := fmt.Fprintf(c.out, "%s: %s\n", a.Board, said); err != nil {
		return err
	}
	switch {
	case a.Advice != "":
		_, err := fmt.Fprintf(c.out, "    %s\n", a.Advice)
		return err
	case kind.Name == trace.DoNewGame:
		return o.print(c, client, (*deskPrinter).brief)
	case kind.Name == trace.DoClaim:
		return o.print(c, client, func(t *deskPrinter) { t.answer(r.Command.What) })
	}
	return nil
}

// advice returns what the edition has done about what a command reported: whether play goes on after the
// colours were swapped (2018: 7.3); "" for every other command.
func (o *ctlOptions) advice(client *sockets.Client, c trace.Command) string {
	if !swapsColours(c.Do, c.What) {
		return ""
	}
	texts, err := o.texts()
	a, unread := client.Desk(o.board)
	if err != nil || unread != nil || len(a.Boards) != 1 {
		return "" // the command was carried out all the same
	}
	laws, err := rules.ParseLaws(a.Boards[0].Laws)
	if err != nil {
		return ""
	}
	return texts.Reason(string(article4.OnSwapped(laws, a.Boards[0].Ply)))
}

// swapsColours reports whether a command says that the colours were swapped.
func swapsColours(do, what string) bool {
	return do == trace.DoIrregularity && what == "colours-swapped"
}

// done returns the sentence that reports that a command was carried out, in the language of the flags. already is the
// key of another sentence, or "".
func (o *ctlOptions) done(kind *trace.CommandKind, c trace.Command, already string) (string, error) {
	t, err := o.texts()
	if err != nil {
		return "", err
	}
	key := "done." + kind.Name
	switch {
	case already != "":
		key = "done." + already
	case c.Do == trace.DoResult && c.Word("result") == rules.Ongoing.String():
		key = "done.result-back"
	case c.Do == trace.DoIllegal && c.What == "enter":
		key = "done.illegal-enter"
	}
	var with []any
	for _, name := range kind.Particulars() {
		word := c.Word(name)
		if side, err := rules.ParseColor(word); err == nil {
			word = t.Colour(side)
		} else if kind.Name == trace.DoClaim {
			word = t.Claim(word)
		} else if name != "result" && t.Has("value."+word) {
			word = t.T("value." + word)
		}
		with = append(with, name, word)
	}
	return t.T(key, with...), nil
}

// named returns the sentence that reports an answer with its move, which may be given by a letter of the
// question or as none, in the language of the flags; "" for every other command, and if the question does
// not have the move. It must be called before the command is sent.
func (o *ctlOptions) named(client *sockets.Client, c trace.Command) string {
	if c.Do != trace.DoAnswer || o.json {
		return ""
	}
	texts, err := o.texts()
	a, unread := client.Desk(o.board)
	if err != nil || unread != nil {
		return "" // the command itself will report it
	}
	d, err := deskOf(&a)
	if err != nil || d.Question == nil {
		return ""
	}
	return answerText(texts, d.Question, c.What)
}

// already returns the key of the sentence to print, instead of the usual one, after a command to the clocks
// that will not change them, because they already are as wanted or the board has none. It is "" if
// the command changes them, and must be called before the command is sent.
func (o *ctlOptions) already(client *sockets.Client, c trace.Command) string {
	switch {
	case o.json:
		return ""
	case c.Do == trace.DoStopClocks, c.Do == trace.DoAdjust, c.Do == trace.DoStartClocks && c.Extra == "":
	default:
		return ""
	}
	list, err := client.Boards()
	if err != nil {
		return "" // the command itself will report it
	}
	at := slices.IndexFunc(list, func(b sockets.Standing) bool { return b.Board == o.board || len(list) == 1 })
	switch {
	case at < 0:
		return ""
	case c.Do == trace.DoAdjust && isAdjustVoid(c, &list[at]):
		return "adjust-void"
	case c.Do == trace.DoAdjust:
		return ""
	case c.Do == trace.DoStopClocks && (list[at].Clock == chessclock.Paused.String() || list[at].Clock == chessclock.Over.String()):
		return "stood"
	case list[at].Clock == "" && c.Do == trace.DoStopClocks:
		return "stop-without"
	case list[at].Clock == "":
		return "start-without"
	}
	return ""
}

// isAdjustVoid reports whether a player announces adjusting who does not have the move or, from
// 2018, whose time does not run (6.2.5).
func isAdjustVoid(c trace.Command, at *sockets.Standing) bool {
	by, err := rules.ParseColor(c.By)
	fields := strings.Fields(at.FEN)
	if err != nil || len(fields) < 2 {
		return false
	}
	laws, err := rules.ParseLaws(at.Laws)
	started := at.Clock != "" && at.Clock != chessclock.Set.String()
	return fields[1] != by.String()[:1] || err == nil && started && at.Runs != by.String() && article4.AdjustsInOwnTime(laws)
}
