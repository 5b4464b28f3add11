package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"touchmove/configs"
	"touchmove/daemon/copies"
	"touchmove/daemon/store"
)

func newRestore(c *console) *cobra.Command {
	var o restoreOptions
	cmd := &cobra.Command{
		Use:   "restore --from COPY --state DIR",
		Short: "Restore boards on another computer from the second copy",
		Long: `Write the second copy of the journals (copy under [journal]) into an empty state directory.
The configuration, and the files that it names, go into its subdirectory "config". Every
journal is checked; what is missing is printed. If it is interrupted, repeat it. Then start
the daemon with that configuration and directory: the games continue from the last move in
the copy.

For an S3 store, put the access key's id into AWS_ACCESS_KEY_ID and its secret into
AWS_SECRET_ACCESS_KEY. For a NATS JetStream, put the file with the user's credentials into
NATS_CREDS, or a name and a password into NATS_USER and NATS_PASSWORD, and into NATS_CA the
file with the certificate of the authority that signed the servers' certificates.`,
		Example: `  touchmove restore --from /media/usb/touchmove --state /var/lib/touchmove
  touchmove restore --from https://s3.example.org/chess/hall --state /var/lib/touchmove
  touchmove restore --from tls://nats.example.org:4222/journals/hall --state /var/lib/touchmove`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, stop := untilStopped(cmd.Context())
			defer stop()
			return o.restore(ctx, c)
		},
	}
	cmd.Flags().StringVar(&o.from, "from", "", "`COPY`: the directory, https://HOST/BUCKET/PREFIX or tls://HOST:4222/STREAM/PREFIX")
	cmd.Flags().StringVar(&o.state, "state", "", "state directory `DIR` to write, which has no journals yet")
	cmd.Flags().StringVar(&o.region, "region", "us-east-1", "`REGION` of an S3 store")
	return cmd
}

type restoreOptions struct{ from, state, region string }

func (o *restoreOptions) open() (copies.Store, error) {
	switch {
	case o.from == "":
		return nil, errors.New("--from is missing: write the directory of the copy, https://HOST/BUCKET/PREFIX or tls://HOST:4222/STREAM/PREFIX")
	case o.state == "":
		return nil, errors.New("--state is missing: write the state directory, such as --state /var/lib/touchmove")
	case configs.IsNATS(o.from):
		return copies.OpenNATS(configs.Copy{URL: o.from, Key: os.Getenv("NATS_USER"), Secret: configs.Secret{Env: "NATS_PASSWORD"}, Credentials: os.Getenv("NATS_CREDS"), CA: os.Getenv("NATS_CA")})
	case strings.Contains(o.from, "://"):
		return copies.OpenS3(o.from, o.region, os.Getenv("AWS_ACCESS_KEY_ID"), os.Getenv("AWS_SECRET_ACCESS_KEY"))
	}
	if _, err := os.Stat(o.from); err != nil {
		return nil, fmt.Errorf("--from: %w", fileError(err))
	}
	if inside, err := copies.IsWithin(o.state, o.from); err != nil {
		return nil, fmt.Errorf("--state: %w", err)
	} else if inside {
		return nil, fmt.Errorf("--state %s is in the copy, %s, which must stay as it is: name a directory elsewhere, such as --state /var/lib/touchmove", o.state, o.from)
	}
	return copies.NewDir(o.from, ""), nil
}

func (o *restoreOptions) restore(ctx context.Context, c *console) error {
	from, err := o.open()
	if err != nil {
		return bad(err)
	}
	if s, ok := from.(io.Closer); ok {
		defer s.Close() //nolint:errcheck // nothing was written to it
	}
	if copies.Unfinished(o.state) != nil {
		fmt.Fprintln(c.err, "an earlier restore was interrupted: everything is written again")
	}
	names, unread := copies.Restore(ctx, from, o.state)
	if len(names) == 0 && unread != nil {
		return unread
	}
	var list []store.Archived
	if len(names) > 0 { // otherwise there may be no state directory
		if list, err = store.Archive(o.state); err != nil {
			return err
		}
	}
	if len(list) == 0 {
		return fmt.Errorf("%s has no journals: is it the directory of copy under [journal]?", o.from)
	}
	broken, chains := 0, chains{}
	for i, a := range list {
		kept, err := chains.read(a)
		if err == nil {
			err = whole(a, kept)
		}
		if err != nil {
			fmt.Fprintf(c.err, "%v\n", err)
			broken++
			continue
		}
		if latest := !slices.ContainsFunc(list[i+1:], func(b store.Archived) bool { return b.Event == a.Event && b.Board == a.Board }); latest {
			o.describe(c, a)
		}
	}
	fmt.Fprintf(c.out, "%s restored to %s\n", plural(len(list), "journal"), o.state)
	o.missing(c, names)
	unplayed := o.unplayed(names, list)
	if unread != nil {
		return errors.Join(fmt.Errorf("missing, because the copy is incomplete:\n%w", unread), unplayed)
	}
	missing := errors.Join(chains.report(c), unplayed)
	if broken > 0 {
		return errors.Join(fmt.Errorf("%d of %s: not as written", broken, plural(len(list), "journal")), missing)
	}
	return missing
}

// describe prints from which point a board continues.
func (o *restoreOptions) describe(c *console, a store.Archived) {
	kept, err := a.Read()
	if err != nil {
		return
	}
	until, err := a.Until(kept)
	if err != nil {
		return
	}
	moves := "no move"
	if states, err := a.States(kept); err == nil && len(states) > 0 {
		s := states[len(states)-1]
		if moves = fmt.Sprintf("%s, result %s", plural(len(s.Moves), "half-move"), s.Result.Result); len(s.Moves) > 0 {
			moves += ", last " + s.Moves[len(s.Moves)-1].SAN
		}
	}
	fmt.Fprintf(c.out, "%s/%s continues from %s UTC: %s. What was played later is missing: compare the board and the scoresheet\n",
		a.Event, a.Board, until.UTC().Format("2006-01-02 15:04:05"), moves)
}

// unplayed returns an error that names the boards of the configuration of which there is no
// journal.
func (o *restoreOptions) unplayed(names []string, list []store.Archived) error {
	var errs []error
	for _, name := range names {
		rest, ours := strings.CutPrefix(name, copies.ConfigDir+"/")
		text, err := os.ReadFile(filepath.Join(o.state, filepath.FromSlash(name)))
		if !ours || !strings.HasSuffix(rest, ".toml") || err != nil {
			continue
		}
		config, _ := configs.Parse(name, text)
		if config == nil { // an event file
			continue
		}
		for _, b := range config.Boards {
			if !slices.ContainsFunc(list, func(a store.Archived) bool { return a.Event == b.Event && a.Board == b.ID }) {
				errs = append(errs, fmt.Errorf("missing: the copy has no journal of board %s of event %s, which its configuration %s has", b.ID, b.Event, rest))
			}
		}
	}
	return errors.Join(errs...)
}

// missing prints what the copy does not contain, and the next step.
func (o *restoreOptions) missing(c *console, names []string) {
	dir := filepath.Join(o.state, copies.ConfigDir)
	at := ""
	for _, name := range names {
		if rest, ours := strings.CutPrefix(name, copies.ConfigDir+"/"); ours && strings.HasSuffix(rest, ".toml") && !strings.HasSuffix(rest, ".levels.toml") && at == "" {
			at = filepath.Join(dir, rest)
		}
	}
	if at == "" {
		fmt.Fprintln(c.out, "missing: the configuration (the daemon ran without a file)")
	} else {
		fmt.Fprintf(c.out, "configuration: %s; move it and the files beside it to where they belong, and run touchmove check\n", dir)
	}
	fmt.Fprintln(c.out, "missing, because no copy contains them: passwords, keys of certificates, PGN files (touchmove journal export writes them)")
}
