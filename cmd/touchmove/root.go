package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"touchmove/internal/strict"
)

// Exit statuses, the same for every command.
const (
	exitDone   = 0
	exitFailed = 1 // a valid call whose work was not done
	exitBad    = 2 // an invalid call, or an unusable file or position
)

// console is where a command reads and writes. Results go to out, everything else
// to err.
type console struct {
	in  io.Reader
	out io.Writer
	err io.Writer
}

// warn writes a text to err. It waits only a moment for an output that takes nothing: a daemon must start, and must
// end, so that it is started again.
func (c *console) warn(text string) {
	written := make(chan struct{})
	go func() {
		defer close(written)
		io.WriteString(c.err, text) //nolint:errcheck // there is nobody else to be told
	}()
	select {
	case <-written:
	case <-time.After(lastLines):
	}
}

// badInput marks an error in the command's input.
type badInput struct{ error }

func (b badInput) Unwrap() error { return b.error }

func bad(err error) error {
	if err == nil {
		return nil
	}
	return badInput{err}
}

func badf(format string, args ...any) error { return badInput{fmt.Errorf(format, args...)} }

// status is an exit status without a message; everything has been printed.
type status int

func (s status) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// run carries out one command line and returns its exit status. It prints an error
// as one line on c.err.
func run(args []string, c *console) int {
	root := newRoot(c)
	root.SetArgs(args)
	started := false
	root.PersistentPreRun = func(*cobra.Command, []string) { started = true }
	cmd, err := root.ExecuteC()
	var code status
	var wrong badInput
	switch {
	case err == nil:
		return exitDone
	case isUnread(err):
		return exitDone
	case errors.As(err, &code):
		return int(code)
	}
	message := showable(strings.Join(strings.Fields(strings.ReplaceAll(err.Error(), "\n", " ")), " "))
	if !started {
		c.warn(fmt.Sprintf("touchmove: %s (see %s -h)\n", message, cmd.CommandPath()))
		return exitBad
	}
	c.warn(fmt.Sprintf("touchmove: %s\n", message))
	if errors.As(err, &wrong) {
		return exitBad
	}
	return exitFailed
}

// isUnread reports whether an error says that whoever read the output has stopped, as head does: not a failure.
// That a daemon or a server has ended a connection is one.
func isUnread(err error) bool {
	var connection *net.OpError
	return errors.Is(err, syscall.EPIPE) && !errors.As(err, &connection)
}

// untilStopped returns a context that ends with SIGINT (Ctrl-C) or SIGTERM too, for commands that
// have something to finish. Until stop is called, these signals do nothing else.
func untilStopped(ctx context.Context) (until context.Context, stop context.CancelFunc) {
	return signal.NotifyContext(ctx, syscall.SIGINT, syscall.SIGTERM)
}

func newRoot(c *console) *cobra.Command {
	root := group(&cobra.Command{
		Use:   "touchmove",
		Short: "Follow chess games on sensor boards under the FIDE Laws",
		Long: `touchmove reads the sensors under a chessboard, reconstructs the moves that were
made (Article 4 of the FIDE Laws of Chess), checks them with its own rules and
publishes them over MQTT.

Progress goes to standard error, results to standard output. Exit status: 0 done,
1 failed, 2 wrong usage or bad input.`,
		Example: `  touchmove run                      a simulated board plays real games
  touchmove replay round4.jsonl.gz   what happened in a recorded trace
  touchmove check hall-7.toml        the faults in a file, and how to correct them`,
		SilenceErrors: true,
		SilenceUsage:  true,
	})
	root.SetIn(c.in)
	root.SetOut(c.out)
	root.SetErr(c.err)
	root.AddCommand(
		newSetup(c), newRun(c), newCtl(c), newJournal(c), newRestore(c), newRecord(c), newReplay(c), newSimulate(c), newMargins(c), newWiring(c), newCalibrate(c), newCheck(c), newDoctor(c), newPerft(c), newDead(c), newPGN(c), newLaws(c), newSheet(c), newAudit(c), newEnvelope(c), newScreen(c), newBridge(c), newAnalyse(c), newEvent(c), newVersion(c),
	)
	strictHelp(root)
	for _, cmd := range root.Commands() {
		tidyUsage(cmd)
	}
	return root
}

// unknownCommand says which command below cmd was meant, or which there are, unless they are too many for a line.
func unknownCommand(cmd *cobra.Command, name string) error {
	if near := cmd.SuggestionsFor(name); len(near) > 0 {
		return fmt.Errorf("%q is not a command: did you mean %s?", name, near[0])
	}
	if !cmd.HasParent() || len(cmd.Commands()) > 9 {
		return fmt.Errorf("%q is not a command", name)
	}
	var names []string
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() {
			names = append(names, sub.Name())
		}
	}
	return fmt.Errorf("%q is not a command of %s: choose %s", name, cmd.CommandPath(), strict.OneOf(names))
}

// strictHelp makes help and completion refuse unknown arguments instead of printing
// something else.
func strictHelp(root *cobra.Command) {
	root.SetHelpCommand(&cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Help about any command",
		Args: func(_ *cobra.Command, args []string) error {
			if _, rest, err := root.Find(args); err != nil || len(rest) > 0 {
				return unknownCommand(root, strings.Join(args, " "))
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			cmd, _, err := root.Find(args)
			if err != nil {
				return err
			}
			return cmd.Help()
		},
	})
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		if cmd.Name() == "completion" {
			cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
			cmd.Args = func(_ *cobra.Command, args []string) error {
				if len(args) > 0 {
					return fmt.Errorf("%q is not a shell with completions: choose bash, zsh, fish or powershell", args[0])
				}
				return nil
			}
		}
	}
}

// tidyUsage keeps usage lines as they are written.
func tidyUsage(cmd *cobra.Command) {
	cmd.DisableFlagsInUseLine = true
	for _, sub := range cmd.Commands() {
		tidyUsage(sub)
	}
}
