// Command touchmove reconstructs chess games from the sensors of a board and
// publishes them over MQTT. Each subcommand is in the file named after it.
package main

import (
	"os"
	"os/signal"
	"syscall"
)

func main() {
	// When a reader has read enough (touchmove replay TRACE | head), the write
	// fails and the process is not killed.
	signal.Ignore(syscall.SIGPIPE)
	os.Exit(run(os.Args[1:], &console{in: os.Stdin, out: os.Stdout, err: os.Stderr}))
}
