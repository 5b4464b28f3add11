package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"touchmove/event/spoken"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// newCtlSpoken makes the subcommand that enters a move announced aloud.
func newCtlSpoken(c *console, o *ctlOptions) *cobra.Command {
	return &cobra.Command{
		Use:   "hear WORD...",
		Short: "Enter a move as it was announced aloud, in the names of the edition",
		Long: `Enter a move that was announced aloud in a game of a visually impaired player, in the names of
the edition or of the configuration: it becomes the announce command for that move. Accents,
case and the word for a capture make no difference; the square of departure may be included.`,
		Example: "  touchmove ctl hear Springer Felix drei\n  touchmove ctl hear Eva zwei Eva vier",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			uci, seq, err := o.spokenMove(strings.Join(args, " "))
			if err != nil {
				return err
			}
			kind, _ := trace.CommandKindOf(trace.DoAnnounce)
			asked := *o
			if asked.ifSeq == "" {
				asked.ifSeq = fmt.Sprint(seq) // in another position, the words would mean another move
			}
			return asked.send(c, kind, []string{"uci=" + uci})
		},
	}
}

// spokenMove returns the announced move, and the seq of the state in which the words were
// understood.
func (o *ctlOptions) spokenMove(text string) (uci string, seq uint64, err error) {
	client, err := o.dial()
	if err != nil {
		return "", 0, err
	}
	defer client.Close()
	a, err := o.readDesk(client)
	if err != nil {
		return "", 0, err
	}
	d, err := deskOf(&a)
	if err != nil {
		return "", 0, err
	}
	if d.Spoken == nil {
		return "", 0, errors.New("no moves are announced here: neither board is tactile (kind in docs/config.md), or the edition has no announcements; announce uci=... still enters a move")
	}
	set, err := spoken.ParseSet(d.Spoken.Language)
	if err != nil {
		return "", 0, err
	}
	variant, err := rules.ParseVariant(a.Boards[0].Variant)
	if err != nil {
		return "", 0, err
	}
	p, err := readPosition(a.Boards[0].FEN, variant)
	if err != nil {
		return "", 0, err
	}
	m, err := set.Hear(p, text)
	if err != nil {
		return "", 0, err
	}
	return m.UCI(variant), a.Seq, nil
}
