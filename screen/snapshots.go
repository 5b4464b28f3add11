package screen

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"

	"touchmove/broadcast"
	"touchmove/broadcast/contract"
	"touchmove/internal/plaintext"
	"touchmove/internal/topic"
)

// SnapshotPath is the path of snapshots: SnapshotPath/<event>/<board>.json, with
// AnyLevel in the place of a level for every event or every board. Beside each stands
// the game so far, <board>.pgn; of every board, one game after the other. The games of a
// round, as the games' tag has it, are in SnapshotPath/<event>/round/<round>.pgn.
const SnapshotPath = "/now"

// AnyLevel stands for every event, or every board; none can have that name.
const AnyLevel = "_"

// limits is how much is kept, so that a broker where everybody writes cannot fill the memory:
// the boards that are kept, what they say, and the files made of it.
type limits struct {
	boards       int
	bytes, files int64
}

var (
	// serverLimits is that of a server of its own: the boards of a big open, with 50 kB each. With a game
	// of eighty half-moves and four earlier ones a board takes some 31 kB, and 43 kB once the PGN of a round
	// was asked for.
	serverLimits = limits{5000, 256 << 20, 128 << 20}
	// daemonLimits is that of a computer under a board, and of pages that reach the broker
	// themselves: the boards of an open, with 64 kB each.
	daemonLimits = limits{1000, 64 << 20, 16 << 20}
)

// Snapshots keeps what the boards say now, as it came, and serves it as files for
// screens that do not speak MQTT: a cache in front of them asks for each once a
// second, however many screens there are. Make it with NewSnapshots.
type Snapshots struct {
	base string
	log  *slog.Logger

	mu        sync.Mutex
	connected bool
	boards    map[topic.Board]*boardMessages
	version   uint64 // grows with every message
	room      broadcast.Room
	files     map[fileRequest]snapshot
	filesTake int64 // bytes, about
	filesMost int64
}

// boardMessages is what one board has said.
type boardMessages struct {
	payloads map[string]string // by topic
	version  uint64            // of the message that came last
	parsed   *pictureData      // what a picture needs of payloads; nil until it is asked for
	games    []pgnGame         // what the PGN of a round needs of them; nil until it is asked for
}

// snapshot is a file and what it was made of.
type snapshot struct {
	file    *file
	version uint64
}

// NewSnapshots keeps what is published below a base, as "touchmove/v1".
func NewSnapshots(base string, log *slog.Logger) *Snapshots {
	return newSnapshots(base, serverLimits, log)
}

func newSnapshots(base string, most limits, log *slog.Logger) *Snapshots {
	return &Snapshots{
		base: base, log: log, boards: map[topic.Board]*boardMessages{}, files: map[fileRequest]snapshot{},
		room: broadcast.Room{Boards: most.boards, Bytes: most.bytes, Log: log}, filesMost: most.files,
	}
}

// publicTopics are the topics that a screen needs: those that are retained and public, except
// the PGN, which is made of the rest, and earlier games, which are only in the PGN of a round.
func publicTopics() (names []string) {
	for _, c := range contract.Channels() {
		if c.Retained && !c.Private && !slices.Contains([]string{contract.PGN, contract.Position, contract.Previous}, c.Name) {
			names = append(names, c.Name)
		}
	}
	return names
}

// isKept reports whether a topic's payloads are kept.
func isKept(name string) bool {
	return name == contract.PGN || name == contract.Previous || slices.Contains(publicTopics(), name)
}

// Run listens to a broker until ctx ends.
func (s *Snapshots) Run(ctx context.Context, b broadcast.Broker) {
	var filters []string
	for _, name := range append(publicTopics(), contract.PGN, contract.Previous) {
		filters = append(filters, s.base+"/+/+/"+name)
	}
	broadcast.Listen(ctx, b, filters, s.receive, s.connect, s.log)
}

func (s *Snapshots) connect(connected bool) {
	s.mu.Lock()
	s.connected = connected
	s.mu.Unlock()
}

func (s *Snapshots) receive(m broadcast.Message) {
	key, name, ok := topic.Below(s.base, m.Topic)
	if !ok || !isKept(name) {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	b := s.boards[key]
	if b == nil {
		if len(m.Payload) == 0 || !s.room.Open(key, len(s.boards)) {
			return
		}
		b = &boardMessages{payloads: map[string]string{}}
		s.boards[key] = b
	}
	defer s.bound(key, b)
	s.version++
	b.version = s.version
	switch name {
	case contract.State, contract.Game:
		b.parsed = nil
	case contract.PGN, contract.Previous:
		b.games = nil
	}
	if len(m.Payload) == 0 {
		delete(b.payloads, name)
		return
	}
	b.payloads[name] = string(m.Payload)
}

// bound counts what a board says. One that says nothing any more is forgotten, and if all say too
// much, so is of those that say most what pictures can do without, and then the rest.
func (s *Snapshots) bound(key topic.Board, b *boardMessages) {
	if len(b.payloads) == 0 {
		s.forget(key)
		return
	}
	s.room.Set(key, b.takes())
	for most, over := s.room.Over(); over; most, over = s.room.Over() {
		if b := s.boards[most]; b.forgetLeastNeeded() {
			s.room.Set(most, b.takes())
		} else {
			s.forget(most)
		}
	}
}

// forgetLeastNeeded leaves out of what is kept what is missed least. It returns false if there is nothing but
// what pictures show.
func (b *boardMessages) forgetLeastNeeded() bool {
	if b.games != nil { // read again when they are asked for
		b.games = nil
		return true
	}
	for _, name := range []string{contract.Previous, contract.PGN} {
		if _, said := b.payloads[name]; said {
			delete(b.payloads, name)
			return true
		}
	}
	return false
}

func (s *Snapshots) forget(key topic.Board) {
	delete(s.boards, key)
	s.room.Leave(key)
	clear(s.files) // some may have it
	s.filesTake = 0
}

// About how many bytes a board takes that says nothing, and a game as one of a round.
const (
	boardOverhead = 1000
	gameOverhead  = 200
)

// takes returns about how many bytes a board takes: what it says, the position and the players also
// as read for pictures, and its games once somebody has asked for those of a round.
func (b *boardMessages) takes() int64 {
	n := 0
	for _, payload := range b.payloads {
		n += len(payload)
	}
	for _, name := range []string{contract.State, contract.Game} {
		payload := b.payloads[name]
		n += len(payload) + 32*strings.Count(payload, "{") // an object without content, such as a move, takes more read than as text
	}
	for _, g := range b.games {
		n += len(g.text) + gameOverhead
	}
	return boardOverhead + int64(n)
}

// ServeHTTP implements http.Handler. A board that has said nothing is not found;
// while there is no broker there is no snapshot, so that no cache keeps an old one
// for a new.
func (s *Snapshots) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	q, known := requestedFile(r)
	if !known {
		http.NotFound(w, r)
		return
	}
	h := w.Header()
	h.Set("X-Content-Type-Options", "nosniff")
	f, connected := s.file(q)
	switch {
	case !connected:
		h.Set("Cache-Control", "no-store")
		http.Error(w, "the broker is not there", http.StatusServiceUnavailable)
		return
	case f == nil:
		h.Set("Cache-Control", "public, max-age=1")
		http.Error(w, "no such board has published anything", http.StatusNotFound)
		return
	}
	f.serve(w, r)
}

func isName(level string) bool { return level == AnyLevel || topic.IsLevel(level) }

// fileRequest is which file somebody asks for.
type fileRequest struct {
	event, board string
	round        string // as in the games' tag; empty unless it is the file of a round
	kind         string // json or pgn
}

// longestRound is how long the name of a round may be, in bytes.
const longestRound = 255 // as of every tag that a pairing gives

func requestedFile(r *http.Request) (q fileRequest, known bool) {
	q.event, q.board = r.PathValue("event"), AnyLevel
	if name := r.PathValue("round"); name != "" {
		q.round, known = strings.CutSuffix(name, ".pgn")
		q.kind = "pgn"
		return q, known && q.round != "" && len(q.round) <= longestRound && isName(q.event)
	}
	q.board, q.kind, _ = strings.Cut(r.PathValue("file"), ".")
	return q, (q.kind == "json" || q.kind == "pgn") && isName(q.event) && isName(q.board)
}

// file makes a snapshot, or returns the one it has; nil of a board that has said nothing.
func (s *Snapshots) file(q fileRequest) (f *file, connected bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.connected {
		return nil, false
	}
	var version uint64
	var found []topic.Board
	for key, b := range s.boards {
		if (q.event == AnyLevel || q.event == key.Event) && (q.board == AnyLevel || q.board == key.ID) {
			found, version = append(found, key), max(version, b.version)
		}
	}
	if len(found) == 0 {
		s.drop(q)
		return nil, true
	}
	if old := s.files[q]; old.file != nil && old.version == version {
		return old.file, true
	}
	slices.SortFunc(found, byNumber)
	switch {
	case q.round != "":
		f = s.roundOf(found, q.round)
		for _, key := range found {
			if b := s.boards[key]; b != nil { // not forgotten for another one
				s.bound(key, b)
			}
		}
	case q.kind == "pgn":
		f = s.games(found)
	default:
		f = s.messages(found)
	}
	s.drop(q)
	if f == nil { // no game of that name: nothing is kept for whatever may be asked for
		return nil, true
	}
	if f.takes() > s.filesMost/2 { // it would take the place of all others
		return f, true
	}
	if s.filesTake+f.takes() > s.filesMost {
		clear(s.files)
		s.filesTake = 0
	}
	s.files[q] = snapshot{f, version}
	s.filesTake += f.takes()
	return f, true
}

// drop forgets a file.
func (s *Snapshots) drop(q fileRequest) {
	if old := s.files[q]; old.file != nil {
		s.filesTake -= old.file.takes()
	}
	delete(s.files, q)
}

// byNumber sorts boards by event, and then as people count them: hall-2 before hall-10.
func byNumber(a, b topic.Board) int {
	number := func(level string) (name string, n int) {
		name = strings.TrimRight(level, "0123456789")
		n, _ = strconv.Atoi(level[len(name):])
		return name, n
	}
	aName, aNumber := number(a.ID)
	bName, bNumber := number(b.ID)
	return cmp.Or(strings.Compare(a.Event, b.Event), strings.Compare(aName, bName), cmp.Compare(aNumber, bNumber), strings.Compare(a.ID, b.ID))
}

// messages is what boards say now, as it came.
func (s *Snapshots) messages(boards []topic.Board) *file {
	messages := [][2]string{}
	for _, at := range boards {
		for _, name := range publicTopics() {
			if payload, said := s.boards[at].payloads[name]; said {
				messages = append(messages, [2]string{at.String() + "/" + name, payload})
			}
		}
	}
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(struct {
		V        int         `json:"v"`
		Messages [][2]string `json:"messages"`
	}{1, messages}); err != nil {
		panic("screen: " + err.Error()) // strings
	}
	f := newPassingFile(strconv.Itoa(len(boards))+".json", text.Bytes())
	f.kind, f.kept = "application/json", "public, max-age=1"
	return f
}

// games are the games that boards say now; a file without any is PGN, too.
func (s *Snapshots) games(boards []topic.Board) *file {
	var games []string
	for _, at := range boards {
		if payload := s.boards[at].payloads[contract.PGN]; payload != "" {
			games = append(games, strings.TrimSpace(payload)+"\n")
		}
	}
	return pgnFile(games)
}

func pgnFile(games []string) *file {
	f := newPassingFile(strconv.Itoa(len(games))+".pgn", []byte(plaintext.Mend(strings.Join(games, "\n")))) // a broker elsewhere may pass on anything
	f.kind, f.kept = "application/vnd.chess-pgn; charset=utf-8", "public, max-age=1"
	return f
}
