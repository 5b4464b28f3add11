package control

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"path/filepath"
	"time"
)

// Client is a connection to a daemon on this computer.
type Client struct {
	conn net.Conn
	in   *bufio.Reader
}

// Dial connects as an arbiter if the sockets in dir permit this user, and otherwise as a
// technician. The error says what to do.
func Dial(dir string) (*Client, error) {
	var first error
	for _, d := range endpoints {
		c, err := dial(filepath.Join(dir, d.name))
		if err == nil {
			return &Client{c, bufio.NewReaderSize(c, 1<<20)}, nil
		}
		if first == nil {
			first = err
		}
	}
	switch {
	case errors.Is(first, fs.ErrPermission):
		return nil, fmt.Errorf("%s: this user may not open the sockets: join the group of the arbiters or of the technicians, or ask as another user", dir)
	case notListening(first):
		return nil, fmt.Errorf("no touchmove listens in %s: start it, or name its configuration with --config", dir)
	}
	return nil, fmt.Errorf("%s: %w", dir, first)
}

// Close ends the connection.
func (c *Client) Close() error { return c.conn.Close() }

// Ask sends one command, with the keys of its MQTT payload, "do", and "board" if there
// are several, and returns the answer. An error means that there was no answer: the
// command may have been carried out, and can safely be sent again with the same id.
func (c *Client) Ask(keys map[string]any) (Answer, error) {
	var a Answer
	line, err := json.Marshal(keys)
	if err != nil {
		return a, err
	}
	if len(line) >= maxLine {
		return a, fmt.Errorf("the command has %d bytes, more than %d", len(line), maxLine)
	}
	if err := c.conn.SetDeadline(time.Now().Add(answerLimit + 5*time.Second)); err != nil {
		return a, err
	}
	if _, err := c.conn.Write(append(line, '\n')); err != nil {
		return a, fmt.Errorf("no answer: %w", err)
	}
	text, err := c.in.ReadBytes('\n')
	if err != nil {
		return a, fmt.Errorf("no answer: %w", err)
	}
	if err := json.Unmarshal(text, &a); err != nil {
		return a, fmt.Errorf("invalid answer: %w", err)
	}
	return a, nil
}

// Boards asks for the list of boards and the state of their games.
func (c *Client) Boards() ([]Standing, error) {
	a, err := c.Ask(map[string]any{"do": doBoards})
	return a.Boards, err
}

// Desk asks for the arbiter's desk of a board. The name may be empty if there is only
// one board.
func (c *Client) Desk(board string) (Answer, error) {
	keys := map[string]any{"do": doDesk}
	if board != "" {
		keys["board"] = board
	}
	a, err := c.Ask(keys)
	if err == nil && !a.OK {
		err = errors.New(a.Error)
	}
	return a, err
}
