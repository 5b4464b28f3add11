package feeds_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"touchmove/broadcast/broadcasttest"
	"touchmove/broadcast/feeds"
	"touchmove/reconcile"
	"touchmove/rules"
)

// dgtPage plays a game of a server on a board as the page lichess.org/dgt does: it uses the
// first board of the list, sets up the server's position, and plays each move that is added
// to the list of moves. It has no list of its own, so nothing can be undone. A list of the
// same length, or a shorter one, adds nothing. If its own player is to move and several
// moves come in one message, it waits for 2.5 s.
type dgtPage struct {
	conn  *websocket.Conn
	board string // the board that it uses
	local rules.Position
	own   rules.Color
	seen  []string // the latest list of moves

	sent      []string // moves of its own player, in UCI: they cannot be undone
	illegal   int      // moves that could not be played
	held      int      // messages with several moves while its own player was to move
	repeated  int      // messages with a list that it already had
	positions int      // messages with a position
}

func (p *dgtPage) write(t *testing.T, text string) {
	t.Helper()
	if err := p.conn.WriteMessage(websocket.TextMessage, []byte(text)); err != nil {
		t.Fatal(err)
	}
}

// hear reads the next message.
func (p *dgtPage) hear(t *testing.T) {
	t.Helper()
	_, text, err := p.conn.ReadMessage()
	if err != nil {
		t.Fatal(err)
	}
	var m struct {
		Response string          `json:"response"`
		ID       json.RawMessage `json:"id"`
		Param    json.RawMessage `json:"param"`
	}
	if err := json.Unmarshal(text, &m); err != nil {
		t.Fatal(err)
	}
	switch {
	case m.Response == "call" && string(m.ID) == "1":
		var boards []struct {
			SerialNr string `json:"serialnr"`
			State    string `json:"state"`
		}
		if err := json.Unmarshal(m.Param, &boards); err != nil || len(boards) == 0 || boards[0].State != "ACTIVE" {
			t.Fatalf("boards %s: %v", m.Param, err)
		}
		p.board = boards[0].SerialNr
		p.write(t, `{"id":2,"call":"subscribe","param":{"feed":"eboardevent","id":1,"param":{"serialnr":"`+p.board+`"}}}`)
		p.write(t, `{"id":3,"call":"call","param":{"id":1,"method":"setup","param":{"fen":"`+p.local.FEN()+`"}}}`)
	case m.Response == "feed":
		var e struct {
			Board string   `json:"board"`
			SAN   []string `json:"san"`
		}
		if err := json.Unmarshal(m.Param, &e); err != nil {
			t.Fatal(err)
		}
		if e.Board != "" {
			p.positions++
		}
		p.take(e.SAN)
	}
}

func (p *dgtPage) take(san []string) {
	switch {
	case len(san) == 0:
		return
	case slices.Equal(san, p.seen):
		p.repeated++
		return
	}
	more := len(san) - len(p.seen)
	if more > 1 && p.local.Turn() == p.own {
		p.held++
	}
	p.seen = san
	for i := more; i > 0; i-- {
		m, err := p.local.ParseSAN(san[len(san)-i])
		if err != nil {
			p.illegal++
			continue
		}
		if p.local.Turn() == p.own {
			p.sent = append(p.sent, m.UCI(rules.Standard))
		}
		p.local = p.local.After(m)
	}
}

// openPage opens the page with the boards of a hall.
func openPage(t *testing.T, hub *feeds.Hub, only string) *dgtPage {
	t.Helper()
	live := feeds.NewLiveChess(hub, func() time.Time { return noon }, quiet)
	live.Only = only
	p := &dgtPage{conn: dialLiveChess(t, live), local: rules.StartPosition(), own: rules.White}
	p.write(t, `{"id":1,"call":"eboards"}`)
	return p
}

// certain publishes that the moves of the game up to this ply have become certain.
func (b *table) certain(ply int) {
	b.tell(reconcile.Settled{Ply: ply, Confidence: 0.9995, Level: reconcile.Certain})
}

// correct publishes that the last move was a different one.
func (b *table) correct(t *testing.T, before rules.Position, san string) {
	t.Helper()
	m, err := before.ParseSAN(san)
	if err != nil {
		t.Fatal(err)
	}
	was := b.moves[len(b.moves)-1]
	b.at, b.moves, b.sans = before, b.moves[:len(b.moves)-1], b.sans[:len(b.sans)-1]
	b.tell(reconcile.Amended{Made: b.make(m), Was: was})
}

// playCorrected plays a game in which White's second move is misread at first; misread is
// called at that moment.
func playCorrected(t *testing.T, b *table, misread func()) {
	t.Helper()
	b.play(t, "e4")
	b.certain(1)
	b.play(t, "e5")
	b.certain(2)
	before := b.at
	b.play(t, "Bc4")
	misread()
	b.correct(t, before, "Bb5")
	b.play(t, "Nc6", "Nf3")
	b.certain(3)
	b.certain(4)
	b.certain(5)
}

// The page of Lichess agrees with the board as long as it gets only settled moves, each in
// its own message. If it gets every move at once, it does not.
func TestLichessDGTPage(t *testing.T) {
	for _, settled := range []bool{true, false} {
		b := newTable("hall-7")
		b.open(pairing("3", "Żółć, Anna", "Öst, Bo"), rules.StartPosition())
		b.start()
		certain := 0.0
		if settled {
			certain = reconcile.Certain
		}
		h := &hall{broker: broadcasttest.NewMosquitto(t), hub: feeds.NewHub(base, nil, quiet, showCertain(t, certain))}
		listen(t, h, "open-2026", b)
		p := openPage(t, h.hub, "")
		for p.positions == 0 {
			p.hear(t)
		}
		playCorrected(t, b, func() {
			for !settled && len(p.seen) < 3 {
				p.hear(t)
			}
		})
		for len(p.seen) < 5 {
			p.hear(t)
		}
		right := p.illegal == 0 && p.local.FEN() == b.at.FEN() && strings.Join(p.sent, " ") == "e2e4 f1b5 g1f3"
		if right != settled {
			t.Errorf("settled only %v: sent %v, %d illegal, at %s; the board is at %s", settled, p.sent, p.illegal, p.local.FEN(), b.at.FEN())
		}
		if p.held > 0 || p.repeated > 0 {
			t.Errorf("settled only %v: %d messages were held back, and %d said what was known", settled, p.held, p.repeated)
		}
	}
}

// A program that uses the first board of the list gets the one that is offered.
func TestLiveChessOfOneBoard(t *testing.T) {
	one, two := newTable("hall-1"), newTable("hall-2")
	for _, b := range []*table{one, two} {
		b.open(pairing("1", "A", "B"), rules.StartPosition())
		b.start()
	}
	h := open(t, "open-2026", one, two)
	for _, only := range []string{"hall-2", "open-2026/hall-2"} {
		p := openPage(t, h.hub, only)
		for p.positions == 0 {
			p.hear(t)
		}
		if p.board != "hall-2" {
			t.Errorf("--board %s: the page plays on %s", only, p.board)
		}
		p.write(t, `{"id":9,"call":"subscribe","param":{"feed":"eboardevent","id":2,"param":{"serialnr":"hall-1"}}}`)
		for refused := false; !refused; {
			_, text, err := p.conn.ReadMessage()
			if err != nil || strings.Contains(string(text), `"id":9,"param":null`) {
				t.Fatalf("--board %s: hall-1 can be subscribed to: %s %v", only, text, err)
			}
			refused = strings.Contains(string(text), `no board has the serialnr \"hall-1\"`)
		}
	}
}
