package feeds_test

import (
	"bufio"
	"encoding/json"
	"net"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"touchmove/broadcast/feeds"
	"touchmove/internal/goldentest"
	"touchmove/rules"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// connectLiveChess connects a program to the boards of a hall.
func connectLiveChess(t *testing.T, h *hall) *websocket.Conn {
	t.Helper()
	return dialLiveChess(t, feeds.NewLiveChess(h.hub, func() time.Time { return noon }, quiet))
}

// dialLiveChess connects a program.
func dialLiveChess(t *testing.T, live *feeds.LiveChess) *websocket.Conn {
	t.Helper()
	server := httptest.NewServer(live)
	t.Cleanup(server.Close)
	conn, _, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(server.URL, "http")+feeds.LiveChessPath, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	conn.SetReadDeadline(time.Now().Add(time.Minute))
	return conn
}

// A conversation is a file of lines. "> " is sent by the program, "< " is received by it,
// "play BOARD SAN..." makes moves, "open BOARD" sets up and starts a game, "# " is a
// comment. What the program receives is compared byte by byte.
func TestLiveChessConversations(t *testing.T) {
	paths, err := filepath.Glob("testdata/livechess/*.txt")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no conversations: %v", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txt"), func(t *testing.T) {
			tables := map[string]*table{"hall-7": newTable("hall-7"), "hall-8": newTable("hall-8")}
			for _, b := range tables {
				b.open(pairing("3", "Żółć, Anna", "Öst, Bo"), rules.StartPosition())
			}
			h := open(t, "open-2026", tables["hall-7"], tables["hall-8"])
			for _, b := range tables {
				b.start()
				h.until(t, "open-2026", b)
			}
			conn := connectLiveChess(t, h)
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			var told strings.Builder
			in := bufio.NewScanner(strings.NewReader(string(text)))
			for in.Scan() {
				line := in.Text()
				switch words := strings.Fields(line); {
				case strings.HasPrefix(line, "> "):
					if err := conn.WriteMessage(websocket.TextMessage, []byte(line[2:])); err != nil {
						t.Fatal(err)
					}
				case strings.HasPrefix(line, "<"):
					_, heard, err := conn.ReadMessage()
					if err != nil {
						t.Fatalf("after\n%s%v", told.String(), err)
					}
					line = "< " + strings.TrimSpace(string(heard))
				case len(words) > 2 && words[0] == "play":
					for _, san := range words[2:] {
						tables[words[1]].play(t, san)
						h.until(t, "open-2026", tables[words[1]])
					}
				case len(words) == 2 && words[0] == "open":
					b := tables[words[1]]
					b.open(pairing("4", "Öst, Bo", "Żółć, Anna"), rules.StartPosition())
					h.until(t, "open-2026", b)
					b.start()
					h.until(t, "open-2026", b)
				case line != "" && line[0] != '#':
					t.Fatalf("%s: %q is nothing to do", path, line)
				}
				told.WriteString(line + "\n")
			}
			goldentest.Check(t, path, told.String())
		})
	}
}

// strict parses a message with exactly the keys of the public description.
type strict struct {
	Response string          `json:"response"`
	ID       int             `json:"id"`
	Param    json.RawMessage `json:"param"`
	Time     int64           `json:"time"`
}

func readStrict(t *testing.T, conn *websocket.Conn, response string, id int, param any) {
	t.Helper()
	_, text, err := conn.ReadMessage()
	if err != nil {
		t.Fatal(err)
	}
	var m strict
	decode(t, text, &m)
	if m.Response != response || m.ID != id || m.Time != noon.UnixMilli() {
		t.Fatalf("heard %s, want a %s with id %d", text, response, id)
	}
	decode(t, m.Param, param)
}

func decode(t *testing.T, text []byte, into any) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(string(text)))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
}

// eboard and eboardEvent are the interfaces EBoardResponse and EBoardEventResponse of the
// public description.
type eboard struct {
	SerialNr string       `json:"serialnr"`
	Source   *string      `json:"source"`
	State    *string      `json:"state"`
	Battery  *string      `json:"battery"`
	Comment  *string      `json:"comment"`
	Board    *string      `json:"board"`
	Flipped  bool         `json:"flipped"`
	Clock    *eboardClock `json:"clock"`
}

type eboardClock struct {
	White int   `json:"white"`
	Black int   `json:"black"`
	Run   *bool `json:"run"`
	Time  int64 `json:"time"`
}

type eboardEvent struct {
	SerialNr string       `json:"serialnr"`
	Flipped  *bool        `json:"flipped"`
	Board    string       `json:"board"`
	Clock    *eboardClock `json:"clock"`
	Start    string       `json:"start"`
	SAN      []string     `json:"san"`
	Match    *bool        `json:"match"`
}

// A program that plays a game of a server on the board, with the steps of such programs:
// list the boards, subscribe to the first one, set up the server's position, and accept
// moves as they come.
func TestLiveChessProgram(t *testing.T) {
	b := newTable("hall-7")
	b.open(pairing("3", "Żółć, Anna", "Öst, Bo"), rules.StartPosition())
	h := open(t, "open-2026", b)
	b.start()
	b.play(t, "e4", "e5")
	h.until(t, "open-2026", b)
	conn := connectLiveChess(t, h)
	write := func(v any) {
		t.Helper()
		if err := conn.WriteJSON(v); err != nil {
			t.Fatal(err)
		}
	}
	type object = map[string]any
	write(object{"id": 1, "call": "eboards"})
	var boards []eboard
	readStrict(t, conn, "call", 1, &boards)
	if len(boards) != 1 || *boards[0].State != "ACTIVE" || *boards[0].Board != "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR" {
		t.Fatalf("boards %+v", boards)
	}
	write(object{"id": 2, "call": "subscribe", "param": object{"feed": "eboardevent", "id": 1, "param": object{"serialnr": boards[0].SerialNr}}})
	var nothing any
	readStrict(t, conn, "call", 2, &nothing)
	var first eboardEvent
	readStrict(t, conn, "feed", 1, &first)
	if nothing != nil || first.SAN != nil || first.Start != "" || first.Board != *boards[0].Board || *first.Flipped {
		t.Errorf("subscribed: %v, %+v", nothing, first)
	}
	// The server's game is at the same position as the board's.
	write(object{"id": 3, "call": "call", "param": object{"id": 1, "method": "setup", "param": object{"fen": b.at.FEN()}}})
	readStrict(t, conn, "call", 3, &nothing)
	var seen eboardEvent
	readStrict(t, conn, "feed", 1, &seen)
	if len(seen.SAN) != 0 || seen.SAN == nil || !*seen.Match || seen.Start != b.at.FEN() {
		t.Errorf("set up: %+v", seen)
	}
	local := b.at // the program's own position
	taken := 0
	for _, san := range []string{"Nf3", "Nc6", "Ng1", "Nb8", "Bc4"} { // with a repetition: no move that was sent may be removed
		b.play(t, san)
		seen = eboardEvent{}
		readStrict(t, conn, "feed", 1, &seen)
		if len(seen.SAN) != taken+1 {
			t.Fatalf("after %s the moves are %v", san, seen.SAN)
		}
		m, err := local.ParseSAN(seen.SAN[taken])
		if err != nil {
			t.Fatal(err)
		}
		local, taken = local.After(m), taken+1
		if want, _, _ := strings.Cut(local.FEN(), " "); seen.Board != want || !*seen.Match {
			t.Errorf("after %s: board %s, want %s; match %v", san, seen.Board, want, *seen.Match)
		}
	}
	if local.FEN() != b.at.FEN() {
		t.Errorf("the program has %s and the board %s", local.FEN(), b.at.FEN())
	}
}

// If two events have a board of the same name, the serial numbers distinguish them.
func TestSerialNumbers(t *testing.T) {
	a, b, c := newTable("hall-1"), newTable("hall-1"), newTable("hall-2")
	for _, x := range []*table{a, b, c} {
		x.open(pairing("1", "A", "B"), rules.StartPosition())
	}
	h := open(t, "open-a", a, c)
	publish(t, h.broker, "open-b", b)
	h.until(t, "open-b", b)
	conn := connectLiveChess(t, h)
	if err := conn.WriteMessage(websocket.TextMessage, []byte(`{"id":1,"call":"eboards"}`)); err != nil {
		t.Fatal(err)
	}
	var boards []eboard
	readStrict(t, conn, "call", 1, &boards)
	var got []string
	for _, b := range boards {
		got = append(got, b.SerialNr)
	}
	if want := []string{"open-a/hall-1", "hall-2", "open-b/hall-1"}; !reflect.DeepEqual(got, want) {
		t.Errorf("serial numbers %v, want %v", got, want)
	}
}

// A computer that takes all places of programs keeps no other computer out.
func TestProgramsOfAStranger(t *testing.T) {
	if l, err := net.Listen("tcp", "127.0.0.2:0"); err != nil {
		t.Skipf("this computer has one address of its own: %v", err)
	} else {
		l.Close()
	}
	server := httptest.NewServer(feeds.NewLiveChess(feeds.NewHub(base, nil, quiet), time.Now, quiet))
	defer server.Close()
	connect := func(from string) error {
		d := websocket.Dialer{NetDial: (&net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}).Dial}
		c, _, err := d.DialContext(t.Context(), "ws"+strings.TrimPrefix(server.URL, "http")+feeds.LiveChessPath, nil)
		if err == nil {
			t.Cleanup(func() { c.Close() })
		}
		return err
	}
	for n := range 100 {
		if err := connect("127.0.0.2"); err != nil && n < 64 {
			t.Fatalf("program %d: %v", n+1, err)
		}
	}
	if err := connect("127.0.0.1"); err != nil {
		t.Errorf("another computer is kept out: %v", err)
	}
}
