package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"touchmove/event/sheets"
	"touchmove/internal/envelope"
	"touchmove/internal/words"
	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

func newEnvelope(c *console) *cobra.Command {
	cmd := group(&cobra.Command{
		Use:   "envelope print | open | close | key",
		Short: "Print the envelope of an adjourned game, and open the sealed move",
		Long: `Print the envelope of an adjourned game with everything that the Laws require on it, and
open the sealed move when play is resumed. The move is encrypted from the moment the
daemon receives it (docs/arbiter.md).`,
		Example: `  touchmove envelope print --html hall-7.jsonl > envelope.html
  touchmove envelope open --key chief.key hall-7.jsonl`,
	})
	cmd.AddCommand(newEnvelopePrint(c), newEnvelopeOpen(c), newEnvelopeClose(c), newEnvelopeKey(c))
	return cmd
}

// adjournedTrace replays a trace and returns the adjournment of its last game.
func adjournedTrace(c *console, path string) (*filed, reconcile.Adjournment, error) {
	in, name, err := openInput(c, path)
	if err != nil {
		return nil, reconcile.Adjournment{}, err
	}
	defer in.Close()
	f, err := playTrace(c, name, in)
	if err != nil {
		return nil, reconcile.Adjournment{}, err
	}
	a, ok := f.game.Adjourned()
	if !ok {
		return nil, a, badf("%s: its last game is not adjourned", name)
	}
	return f, a, nil
}

func newEnvelopePrint(c *console) *cobra.Command {
	var language string
	var html bool
	cmd := &cobra.Command{
		Use:   "print [--language LANGUAGE] [--html] TRACE",
		Short: "Print the envelope of an adjourned game",
		Long: `Print the envelope: names, the position before the sealed move, the times used, who
sealed, the number of the sealed move, an open draw offer, and lines for the resumption
(Laws 2018, I.2). The sealed move itself is not on it. It is text or, with --html, a page
for the printer (A5).`,
		Example: "  touchmove envelope print --language de --html hall-7.jsonl > envelope.html",
		Args:    oneArg("TRACE", "a file, or - for standard input"),
		RunE: func(_ *cobra.Command, args []string) error {
			l, err := rules.ParseLanguage(language)
			if err != nil {
				return badf("--language: %w", err)
			}
			f, a, err := adjournedTrace(c, args[0])
			if err != nil {
				return err
			}
			head := f.head(f.game.Number() - 1)
			var text string
			if html {
				text, err = sheets.EnvelopeHTML(head, a, f.game.Position().Variant(), l)
			} else {
				text, err = sheets.Envelope(head, a, l)
			}
			if err != nil {
				return bad(err)
			}
			_, err = io.WriteString(c.out, text)
			return err
		},
	}
	cmd.Flags().StringVar(&language, "language", "english", "`LANGUAGE`: "+words.Names())
	cmd.Flags().BoolVar(&html, "html", false, "a page for the printer")
	return cmd
}

func newEnvelopeOpen(c *console) *cobra.Command {
	var key string
	cmd := &cobra.Command{
		Use:   "open --key FILE TRACE",
		Short: "Open the sealed move of an adjourned game",
		Long: `Open the sealed move, when the player who has to reply is present. The key is the one
that it was closed for: the chief arbiter's, or the daemon's own, envelope.key in its
state directory. The move is checked against the commitment and the position; an
ambiguous, unclear or illegal move is reported. Then give text and salt, as printed, with
the command resume-adjourned; a daemon that has the key needs neither.`,
		Example: "  touchmove envelope open --key chief.key hall-7.jsonl",
		Args:    oneArg("TRACE", "a file, or - for standard input"),
		RunE: func(_ *cobra.Command, args []string) error {
			if key == "" {
				return badf("--key: name the file of the key")
			}
			k, err := readKey(key)
			if err != nil {
				return err
			}
			f, a, err := adjournedTrace(c, args[0])
			if err != nil {
				return err
			}
			if a.Envelope == "" {
				return badf("%s: its move is not in an encrypted envelope but %s", args[0], orWord(map[string]string{"paper": "on paper", "text": "in the record itself"}[a.Sealed], "not sealed yet"))
			}
			o, err := k.Open(a.Envelope)
			if err != nil {
				return err
			}
			if reconcile.Commitment(o.Salt, o.Text) != a.Commitment {
				return errors.New("the text in the envelope is not the one that was sealed: the record has been changed")
			}
			fmt.Fprintf(c.out, "text=%q salt=%s\n", o.Text, o.Salt)
			setup, err := rules.ParseFEN(a.FEN)
			if err != nil {
				return err
			}
			p, err := rules.NewPosition(setup, f.game.Position().Variant())
			if err != nil {
				return err
			}
			if m, err := p.ParseUCI(o.Text); err == nil {
				fmt.Fprintf(c.err, "%s sealed %s, which is legal\n", a.Sealer, p.SAN(m))
			} else if m, err := p.ParseSAN(o.Text); err == nil {
				fmt.Fprintf(c.err, "%s sealed %s, which is legal\n", a.Sealer, p.SAN(m))
			} else {
				fmt.Fprintf(c.err, "%s: %v: resume-adjourned proposes what the edition says\n", a.Sealer, err)
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&key, "key", "", "`FILE` of the key, as touchmove envelope key writes it")
	return cmd
}

func newEnvelopeClose(c *console) *cobra.Command {
	var to []string
	cmd := &cobra.Command{
		Use:   "close --to PUBLIC [--to PUBLIC]... COLOUR",
		Short: "Encrypt a sealed move from standard input, before it is sent",
		Long: `Read a sealed move from standard input and write the command seal for it as JSON, with the
move encrypted, so that it does not cross a network in the clear. --to is the public half
of the key that opens it; it may be given several times.`,
		Example: "  touchmove envelope close --to age1... white < move.txt",
		Args:    oneArg("COLOUR", "who seals: white or black"),
		RunE: func(_ *cobra.Command, args []string) error {
			by, err := rules.ParseColor(args[0])
			if err != nil {
				return bad(err)
			}
			text, err := io.ReadAll(io.LimitReader(c.in, 1<<10))
			if err != nil {
				return err
			}
			sealed, err := envelope.Close(strings.TrimSpace(string(text)), to...)
			if err != nil {
				return bad(err)
			}
			command := trace.Command{Do: trace.DoSeal, By: by.String()}
			if command.Extra, err = trace.NewExtra(map[string]any{"envelope": sealed.Envelope, "commitment": sealed.Commitment}); err != nil {
				return err
			}
			_, err = fmt.Fprintf(c.out, "%s\n", command.AppendJSON(nil))
			return err
		},
	}
	cmd.Flags().StringArrayVar(&to, "to", nil, "`PUBLIC` half of a key that opens it")
	return cmd
}

func newEnvelopeKey(c *console) *cobra.Command {
	var output string
	cmd := &cobra.Command{
		Use:   "key -o FILE",
		Short: "Make a key for envelopes",
		Long: `Make a key, as age-keygen does, and print its public half, which goes into envelope_keys
under [event] of the configuration. Whoever has the file can read every sealed move: keep
it away from the board and from the players. An existing file is not overwritten.`,
		Example: "  touchmove envelope key -o chief.key",
		Args:    noArgs,
		RunE: func(*cobra.Command, []string) error {
			if output == "" {
				return badf("-o: name a file for the key")
			}
			key, err := envelope.NewKey()
			if err != nil {
				return err
			}
			f, err := os.OpenFile(output, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
			if errors.Is(err, os.ErrExist) {
				return badf("%s exists already and may be needed: name another file", output)
			} else if err != nil {
				return bad(fileError(err))
			}
			_, err = io.WriteString(f, key.Text())
			if closing := f.Close(); err == nil {
				err = closing
			}
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(c.out, key.Public())
			return err
		},
	}
	cmd.Flags().StringVarP(&output, "output", "o", "", "`FILE` for the key, readable only by you")
	return cmd
}

func readKey(path string) (*envelope.Key, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, bad(fileError(err))
	}
	k, err := envelope.ParseKey(string(text))
	if err != nil {
		return nil, badf("%s: %w", path, err)
	}
	return k, nil
}
