package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"touchmove/broadcast"
	"touchmove/configs"
	sockets "touchmove/daemon/control"
	"touchmove/eventlog/alarms"
	"touchmove/internal/words"
	"touchmove/reconcile/article4"
	chessclock "touchmove/reconcile/clock"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

func newCtl(c *console) *cobra.Command {
	c = &console{in: c.in, out: controlFilter{c.out}, err: c.err}
	var o ctlOptions
	cmd := group(&cobra.Command{
		Use:   "ctl [--config FILE | --directory DIR] [--board ID] [--id ID] [--if-seq N] [--expires TIME] [--language LANGUAGE] COMMAND [KEY=VALUE]...",
		Short: "Give a command to a running daemon, as its arbiter or technician",
		Long: `Give a command to the daemon on this computer, over its local socket. It is answered
once it is on disk, or refused with the reason. It is never carried out twice: if the
answer is lost, give it again with the same --id.

Unix groups decide who may open the socket ([control] in docs/config.md). For help on a
command: touchmove ctl COMMAND -h`,
		Example: `  touchmove ctl boards
  touchmove ctl desk
  touchmove ctl --board hall-7 take-back plies=1
  touchmove ctl result result=1-0 why="white wins on time"
  touchmove ctl new-game round=3 white.name="Żółć, Anna" white.fide_id=1100211 black.name="Berg, Bo"`,
	})
	flags := cmd.PersistentFlags()
	flags.StringVar(&o.config, "config", "", "the daemon's configuration `FILE`")
	flags.StringVar(&o.dir, "directory", "", "`DIR` of the daemon's sockets, instead of the configuration's")
	flags.StringVar(&o.board, "board", "", "`ID` of the board, if there are several")
	flags.StringVar(&o.id, "id", "", "`ID` of the command, which is carried out only once (default: a new one)")
	flags.StringVar(&o.ifSeq, "if-seq", "", "refuse it if the game has changed since this `SEQ`")
	flags.StringVar(&o.expires, "expires", "", "refuse it from this `TIME` on (RFC 3339), or after a duration such as 30s")
	flags.StringVar(&o.language, "language", "english", "of texts about a board: "+words.Names())
	flags.BoolVar(&o.json, "json", false, "print the answer as one JSON object")
	cmd.AddCommand(&cobra.Command{
		Use:     "boards",
		Short:   "List the boards and where their games stand",
		Example: "  touchmove ctl boards --json",
		Args:    noArgs,
		RunE:    func(*cobra.Command, []string) error { return o.boards(c) },
	})
	cmd.AddCommand(newCtlDesk(c, &o), newCtlAlarms(c, &o), newCtlActions(c, &o), newCtlGuide(c, &o), newCtlSpoken(c, &o))
	for _, kind := range broadcast.CommandKinds() {
		cmd.AddCommand(newCtlCommand(c, &o, &kind))
	}
	return cmd
}

// newCtlCommand makes the subcommand for one row of the table of commands.
func newCtlCommand(c *console, o *ctlOptions, kind *trace.CommandKind) *cobra.Command {
	use := kind.Name
	var keys strings.Builder
	for _, key := range kind.AllKeys() {
		text := key.Name + "=" + valueWord(key)
		if !key.Needed {
			text = "[" + text + "]"
		}
		use += " " + text
		fmt.Fprintf(&keys, "  %-14s %s", key.Name, key.Help)
		if key.Type == trace.Word {
			fmt.Fprintf(&keys, ": %s", strings.Join(key.Words, ", "))
		}
		keys.WriteByte('\n')
	}
	long := kind.Help + "."
	if len(kind.AllKeys()) > 0 {
		long += "\n\nKeys, with optional ones in brackets:\n" + strings.TrimRight(keys.String(), "\n")
	}
	long += "\n\n" + ruleText(kind)
	return &cobra.Command{
		Use: use, Short: kind.Help, Long: long, Example: ctlExample(kind),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			var words []string
			for _, key := range kind.AllKeys() {
				for _, word := range key.Words {
					words = append(words, key.Name+"="+word)
				}
				if len(key.Words) == 0 {
					words = append(words, key.Name+"=")
				}
			}
			return words, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
		},
		RunE: func(_ *cobra.Command, args []string) error { return o.send(c, kind, args) },
	}
}

// ctlExample returns the example of the table, or one with every required key, or with the
// first key if none is required.
func ctlExample(kind *trace.CommandKind) string {
	line := "  touchmove ctl " + kind.Name
	if kind.Example != "" {
		return line + " " + kind.Example
	}
	for i, key := range kind.AllKeys() {
		if key.Needed || i == 0 {
			line += " " + key.Name + "=" + exampleValue(key)
		}
	}
	return line
}

func exampleValue(key trace.Key) string {
	switch {
	case len(key.Words) > 0:
		return key.Words[0]
	case key.Name == "fen":
		return `"4k3/8/8/8/8/8/8/4K3 w - - 0 1"`
	case key.Max > 0:
		return strconv.FormatInt(key.Max/10, 10)
	}
	switch key.Type {
	case trace.Count:
		return "1"
	case trace.Time:
		return "60000"
	case trace.Truth:
		return "true"
	case trace.Square:
		return "e4"
	case trace.UCI:
		return "e2e4"
	}
	return `"in words"`
}

// valueWord returns the placeholder for a key's value in a usage line.
func valueWord(key trace.Key) string {
	switch key.Type {
	case trace.Word:
		if len(key.Words) <= 3 {
			return strings.Join(key.Words, "|")
		}
		return "WORD"
	case trace.Count:
		return "N"
	case trace.Time:
		if key.Name == "seconds" {
			return "SECONDS"
		}
		if key.Name == "ms" || strings.HasSuffix(key.Name, "_ms") {
			return "MS"
		}
		return "N"
	case trace.Truth:
		return "true|false"
	case trace.Square:
		return "SQUARE"
	case trace.UCI:
		return "MOVE"
	case trace.Person:
		return "NAME"
	}
	return "TEXT"
}

// ctlOptions are the flags of ctl.
type ctlOptions struct {
	config, dir, board, id, ifSeq, expires, language string
	json                                             bool
}

// texts returns the texts in the language of --language.
func (o *ctlOptions) texts() (*words.Texts, error) { return textsIn(o.language) }

// textsIn returns the texts in a language named by a flag.
func textsIn(language string) (*words.Texts, error) {
	l, err := rules.ParseLanguage(language)
	if err != nil {
		return nil, badf("--language: %w", err)
	}
	t, ok := words.In(l)
	if !ok {
		return nil, badf("--language: boards are not described in %v: choose %s", l, words.Names())
	}
	return t, nil
}

// refused says why a command was refused: in English the daemon's own sentence, in other languages
// the text for its code.
func (o *ctlOptions) refused(a sockets.Answer) string {
	t, err := o.texts()
	if said := whichBoard(a); said != "" {
		return said
	}
	if err != nil || t.Language == rules.English || a.Reason == nil || !t.Has("refusal."+a.Reason.Code) {
		return "refused: " + a.Error
	}
	var with []any
	for name, value := range a.Reason.With {
		if side, err := rules.ParseColor(value); err == nil {
			value = t.Colour(side)
		} else if name == "word" && t.Has("value."+value) {
			value = t.T("value." + value)
		}
		with = append(with, name, value)
	}
	return t.T("refusedby", "a", t.T("refusal."+a.Reason.Code, with...))
}

// whichBoard returns what to say if a command names none of several boards, which is done by a flag here; "" otherwise.
func whichBoard(a sockets.Answer) string {
	if a.Reason == nil || a.Reason.Code != "which-board" {
		return ""
	}
	return fmt.Sprintf("there are %v boards: choose one with --board: %v", a.Reason.With["count"], strings.Trim(fmt.Sprint(a.Reason.With["boards"]), "[]"))
}

// readDesk asks for the desk of the board that the flags select.
func (o *ctlOptions) readDesk(client *sockets.Client) (sockets.Answer, error) {
	a, err := client.Desk(o.board)
	if said := whichBoard(a); said != "" {
		return a, badf("%s", said)
	}
	return a, err
}

// dial connects to the daemon that the flags select.
func (o *ctlOptions) dial() (*sockets.Client, error) {
	if _, err := o.texts(); err != nil {
		return nil, err
	}
	dir := o.dir
	if dir == "" {
		config := configs.Default()
		if o.config != "" {
			c, _, err := configs.Load(o.config)
			if err != nil {
				return nil, bad(fileError(err))
			}
			config = c
		}
		dir = config.ControlDir()
		if _, err := os.Stat(dir); err != nil && o.config == "" {
			if _, err := os.Stat(packagedSockets); err == nil {
				dir = packagedSockets
			}
		}
	}
	return sockets.Dial(dir)
}

// packagedSockets is the directory with the sockets of the Debian package's daemon. systemd creates
// it for that daemon alone.
const packagedSockets = "/run/touchmove"

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
	already := o.already(client, r.Command)
	a, err := client.Ask(keys)
	if err != nil {
		return fmt.Errorf("%w: give the command again with --id %s: it will not be carried out twice", err, keys["id"])
	}
	var advice string
	if a.OK {
		advice = o.advice(client, r.Command)
	}
	if o.json {
		a.Advice = advice
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
	if r.Raw == nil {
		said += fmt.Sprintf(" (game %s, seq %d)", a.Game, a.Seq)
	}
	if _, err := fmt.Fprintf(c.out, "%s: %s\n", a.Board, said); err != nil {
		return err
	}
	if advice != "" {
		_, err := fmt.Fprintf(c.out, "    %s\n", advice)
		return err
	}
	switch kind.Name {
	case trace.DoNewGame:
		return o.print(c, client, (*deskPrinter).brief)
	case trace.DoClaim:
	default:
		return nil
	}
	return o.print(c, client, func(t *deskPrinter) { t.answer(r.Command.What) })
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
		} else if name != "result" && t.Has("value."+word) {
			word = t.T("value." + word)
		}
		with = append(with, name, strings.ReplaceAll(word, "_", " "))
	}
	return t.T(key, with...), nil
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

// boards lists the boards.
func (o *ctlOptions) boards(c *console) error {
	client, err := o.dial()
	if err != nil {
		return err
	}
	defer client.Close()
	list, err := client.Boards()
	if err != nil {
		return err
	}
	if o.json {
		return json.NewEncoder(c.out).Encode(list)
	}
	t, err := o.texts()
	if err != nil {
		return err
	}
	var errs []error
	for _, b := range list {
		_, err := fmt.Fprintln(c.out, standingLine(t, b))
		errs = append(errs, err)
		for _, text := range troubles(t, b) {
			_, err := fmt.Fprintf(c.out, "    %s\n", text)
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// troubles returns the alarms that ring at a board, and the public alarms that do not ring, such as
// those about the computer's disk or the board's calibration.
func troubles(t *words.Texts, b sockets.Standing) []string {
	list := slices.Clone(b.Rings)
	if texts, ok := b.RingsIn[t.Code]; ok {
		list = slices.Clone(texts)
	}
	for _, a := range b.Alarms {
		if !alarms.Rings(a.ID) {
			list = append(list, a.In(t))
		}
	}
	return list
}

func orUnknown(name string) string {
	if name == "" {
		return "?"
	}
	return name
}
