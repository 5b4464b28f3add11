package control

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"touchmove/broadcast"
	"touchmove/eventlog"
	"touchmove/internal/refusal"
	"touchmove/internal/sleep"
	"touchmove/internal/words"
	chessclock "touchmove/reconcile/clock"
	"touchmove/rules"
)

// Board is a board that accepts commands.
type Board struct {
	ID, Event string
	// Ask sends a command and returns once it is stored or refused.
	Ask func(context.Context, broadcast.Request) (broadcast.Answer, error)
	// State returns the state of the game.
	State func() eventlog.State
}

// Limits of a client.
const (
	maxClients  = 128                   // on each socket at a time; then one of the process with the most has to go for a newcomer
	idleLimit   = 5 * time.Minute       // how long a client may be silent
	roomPause   = 10 * time.Millisecond // until another look for a place, while all clients are being answered
	answerLimit = 20 * time.Second      // a board takes longer only if it is stuck

	refuseLimit = time.Second // how long what follows a line that is too long is taken
	mostRefused = 1 << 20     // and how much of it, in bytes

	acceptPause = 100 * time.Millisecond // after a client could not be accepted
)

// Server accepts commands. Make it with Listen.
type Server struct {
	listeners []*net.UnixListener
	paths     []string
	boards    []Board
	log       *slog.Logger
}

// Listen opens the sockets. The directory is made if necessary. The error names the file
// or the group.
func Listen(s Sockets, boards []Board, log *slog.Logger) (*Server, error) {
	if err := os.MkdirAll(s.Dir, 0o755); err != nil {
		return nil, fmt.Errorf("control: %w", err)
	}
	v := &Server{boards: boards, log: log}
	for _, d := range endpoints {
		group := map[broadcast.Role]string{broadcast.Arbiter: s.Arbiters, broadcast.Technician: s.Technicians}[d.role]
		path := filepath.Join(s.Dir, d.name)
		l, err := listen(path, group)
		if err != nil {
			v.Close()
			return nil, fmt.Errorf("control: %w", err)
		}
		v.listeners, v.paths = append(v.listeners, l), append(v.paths, path)
	}
	return v, nil
}

// Run serves clients until ctx ends; then it closes the sockets, and returns once they
// and the last client are gone.
func (v *Server) Run(ctx context.Context) {
	closed := make(chan struct{})
	stop := context.AfterFunc(ctx, func() { defer close(closed); v.Close() })
	defer func() {
		if !stop() { // close a listener before removing its name
			<-closed
		}
	}()
	var busy sync.WaitGroup
	for i, l := range v.listeners {
		var in clients // one set per socket, so that clients of one cannot block the other
		busy.Go(func() {
			for {
				c, err := l.AcceptUnix()
				if errors.Is(err, net.ErrClosed) {
					return
				}
				if err != nil { // usually out of file descriptors; the next client that leaves frees one
					v.log.Error("a client could not be accepted", "socket", v.paths[i], "error", err)
					time.Sleep(acceptPause)
					continue
				}
				n := &client{conn: c, process: credentials(c).process}
				for !in.enter(n) {
					if !sleep.For(ctx, roomPause) {
						c.Close()
						return
					}
				}
				busy.Go(func() {
					defer in.leave(n)
					v.serve(ctx, n, endpoints[i].role)
				})
			}
		})
	}
	busy.Wait()
}

// Close closes the sockets and removes their names.
func (v *Server) Close() {
	for i, l := range v.listeners {
		if l.Close() == nil {
			os.Remove(v.paths[i])
		}
	}
}

func (v *Server) serve(ctx context.Context, n *client, role broadcast.Role) {
	c := n.conn
	defer c.Close()
	stop := context.AfterFunc(ctx, func() { c.SetReadDeadline(time.Now()) })
	defer stop()
	sender := broadcast.Sender{Name: credentials(c).name(), Role: role}
	in := bufio.NewReaderSize(c, maxLine)
	for ctx.Err() == nil {
		c.SetReadDeadline(time.Now().Add(idleLimit))
		line, err := read(in)
		if err != nil {
			if !errors.Is(err, io.EOF) && !errors.Is(err, net.ErrClosed) && !errors.Is(err, os.ErrDeadlineExceeded) {
				v.refuse(c, err)
			}
			return
		}
		if !n.beginAnswer() {
			return
		}
		a := v.answer(ctx, line, sender)
		n.endAnswer() // whoever does not read the answer has to make room like one that is silent
		c.SetWriteDeadline(time.Now().Add(answerLimit))
		if _, err := c.Write(encode(a)); err != nil {
			return
		}
	}
}

// refuse answers a line that cannot be read, and ends the connection. What the client is still sending is taken first:
// a socket that is closed before that loses the answer.
func (v *Server) refuse(c *net.UnixConn, why error) {
	c.SetDeadline(time.Now().Add(refuseLimit))
	c.Write(encode(Answer{V: broadcast.Version, Error: why.Error()}))
	c.CloseWrite()
	io.CopyN(io.Discard, c, mostRefused) //nolint:errcheck // or as much as there is
}

// answer carries out one line.
func (v *Server) answer(ctx context.Context, line []byte, sender broadcast.Sender) Answer {
	said, err := broadcast.ReadPayload(line)
	a := Answer{V: broadcast.Version, Board: said.Board, Do: said.Do, ID: said.ID}
	if err == nil {
		err = v.carryOut(ctx, &said, sender, &a)
	}
	if err != nil {
		v.log.Warn("command refused", "command", said.Do, "board", said.Board, "id", said.ID, "who", sender.Name, "role", sender.Role.String(), "error", err)
		refused := broadcast.Refused(said.ID, err)
		a.Error, a.Reason = refused.Error, refused.Reason
	}
	return a
}

// carryOut answers a question, or passes a command to its board. An error means that
// neither was possible; a board's own refusal is an answer, not an error.
func (v *Server) carryOut(ctx context.Context, said *broadcast.Payload, sender broadcast.Sender, a *Answer) error {
	switch said.Do {
	case "":
		return errors.New(`no "do": write what is to be done`)
	case doBoards:
		a.OK, a.Boards = true, v.standings()
		return nil
	}
	b, err := v.board(said.Board)
	if err != nil {
		return err
	}
	if a.Board = b.ID; said.Do == doDesk {
		s := b.State()
		a.OK, a.Game, a.Seq = true, s.Game, s.Seq
		a.Boards, a.Desk, a.Alarms, a.AtMS = []Standing{standing(b, &s)}, broadcast.DeskNow(&s), broadcast.AlarmsNow(&s), s.At.Milliseconds()
		a.Offered = s.Desk.Offered
		return nil
	}
	r, err := sender.Request(*said, said.Do, b.ID)
	if err != nil {
		return err
	}
	waiting, cancel := context.WithTimeout(ctx, answerLimit)
	defer cancel()
	taken, err := b.Ask(waiting, r)
	if err != nil {
		return refusal.New("no-answer", "board {board} has not answered ({why}): send the same command with the same id again, it will not be carried out twice", "board", b.ID, "why", err)
	}
	a.OK, a.Error, a.Reason, a.Game, a.Seq = taken.OK, taken.Error, taken.Reason, taken.Game, taken.Seq
	return nil
}

// board returns the board of a command.
func (v *Server) board(id string) (*Board, error) {
	if id == "" && len(v.boards) == 1 {
		return &v.boards[0], nil
	}
	var ids []string
	for _, b := range v.boards {
		ids = append(ids, b.ID)
	}
	if i := slices.Index(ids, id); i >= 0 {
		return &v.boards[i], nil
	}
	if id == "" {
		return nil, refusal.New("which-board", "there are {count} boards: name one of {boards} as \"board\"", "count", len(ids), "boards", ids)
	}
	return nil, refusal.New("no-board", "no board {board:q} here: there are {boards}", "board", id, "boards", ids)
}

func (v *Server) standings() (list []Standing) {
	for i := range v.boards {
		s := v.boards[i].State()
		list = append(list, standing(&v.boards[i], &s))
	}
	return list
}

func standing(b *Board, s *eventlog.State) Standing {
	at := Standing{
		Board: b.ID, Event: b.Event, Game: s.Game, Seq: s.Seq, Phase: s.Phase.String(), Ply: s.Ply(), FEN: s.FEN(), Variant: s.Opened.Variant.String(), Laws: s.Opened.Laws.String(), Result: s.Result.Result,
		White: s.Opened.Pairing.White.Name, Black: s.Opened.Pairing.Black.Name, Alarms: s.Alarms(), Rings: []string{}, RingsIn: map[string][]string{},
	}
	if s.Clock.Known {
		at.Clock = s.Clock.Times.Phase.String()
		if s.Clock.Times.Phase == chessclock.Running {
			at.Runs = s.Clock.Times.Runs.String()
		}
	}
	for _, a := range s.Ringing.Alarms {
		if !a.Seen {
			at.Rings = append(at.Rings, a.Text(rules.English, s.At))
			for _, t := range words.All() {
				at.RingsIn[t.Code] = append(at.RingsIn[t.Code], a.Text(t.Language, s.At))
			}
		}
	}
	if n := len(s.Moves); n > 0 {
		at.Last = s.Moves[n-1].SAN
	}
	return at
}
