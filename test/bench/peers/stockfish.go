package main

import (
	"bufio"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
)

// stockfish is a running Stockfish, spoken to in UCI.
type stockfish struct {
	name    string // with its version
	process string
	cmd     *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Scanner
}

func startStockfish(file string) (*stockfish, error) {
	cmd := exec.Command(file)
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	s := &stockfish{process: strconv.Itoa(cmd.Process.Pid), cmd: cmd, in: in, out: bufio.NewScanner(out)}
	if err := s.say("uci"); err != nil {
		s.close()
		return nil, err
	}
	if s.name, err = s.wait("id name "); err == nil {
		_, err = s.wait("uciok")
	}
	if err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

func (s *stockfish) say(line string) error {
	_, err := fmt.Fprintln(s.in, line)
	return err
}

// wait reads up to the line that begins so, and gives the rest of it.
func (s *stockfish) wait(start string) (string, error) {
	for s.out.Scan() {
		if rest, ok := strings.CutPrefix(s.out.Text(), start); ok {
			return strings.TrimSpace(rest), nil
		}
	}
	if err := s.out.Err(); err != nil {
		return "", err
	}
	return "", fmt.Errorf("the engine ended without saying %q", start)
}

// perft has Stockfish count; it too generates the last half-move without playing it.
func (s *stockfish) perft(fen string, depth int) (uint64, error) {
	if err := s.say("position fen " + fen); err != nil {
		return 0, err
	}
	if err := s.say(fmt.Sprintf("go perft %d", depth)); err != nil {
		return 0, err
	}
	count, err := s.wait("Nodes searched:")
	if err != nil {
		return 0, err
	}
	return strconv.ParseUint(count, 10, 64)
}

func (s *stockfish) close() {
	_ = s.say("quit") // if that cannot be sent, the closed pipe ends it
	_ = s.in.Close()
	_ = s.cmd.Wait()
}
