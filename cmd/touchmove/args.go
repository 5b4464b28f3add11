package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

// oneArg accepts exactly one argument. Its error for a missing one says what to
// write.
func oneArg(name, what string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		switch {
		case len(args) == 0:
			return fmt.Errorf("%s is missing: %s", name, what)
		case len(args) > 1:
			return fmt.Errorf("%d arguments instead of one %s", len(args), name)
		}
		return nil
	}
}

// someFiles accepts one argument or more. Its error for none says what to write.
func someFiles(what string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			return fmt.Errorf("FILE is missing: %s", what)
		}
		return nil
	}
}

// noArgs accepts no arguments.
func noArgs(_ *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("%q: the command takes no arguments", args[0])
	}
	return nil
}

// group makes a command the name of those below it: alone it prints its help, and for a name that is none of
// theirs it suggests one that is near.
func group(cmd *cobra.Command) *cobra.Command {
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return nil
		}
		return unknownCommand(cmd, args[0])
	}
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	cmd.SuggestionsMinimumDistance = 2
	return cmd
}
