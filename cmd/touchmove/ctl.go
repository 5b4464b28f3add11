package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"touchmove/broadcast"
	"touchmove/configs"
	sockets "touchmove/daemon/control"
	"touchmove/internal/words"
	"touchmove/rules"
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
	flags.StringVar(&o.language, "language", "english", "`LANGUAGE` of texts about a board: "+words.Names())
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
		} else if name == "san" {
			value = t.SAN(value)
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
