// Command touchmove reconstructs chess games from the sensors of a board and
// publishes them over MQTT. Each subcommand is in the file of its name.
package main

import (
	"os"
	"os/signal"
	"syscall"
)

func main() {
	// A reader that has had enough (touchmove replay TRACE | head) shows as an
	// error of the write, not as the end of the process.
	signal.Ignore(syscall.SIGPIPE)
	os.Exit(run(os.Args[1:], &console{in: os.Stdin, out: os.Stdout, err: os.Stderr}))
}
