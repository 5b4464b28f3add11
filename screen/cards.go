package screen

import (
	"context"
	"encoding/json"
	"fmt"
	"html"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"touchmove/broadcast"
	"touchmove/broadcast/contract"
	"touchmove/internal/topic"
	"touchmove/internal/webserver"
	"touchmove/internal/words"
	"touchmove/rules"
	"touchmove/screen/preview"
)

// CardPath is the path of the picture that stands beside a link to a board.
const CardPath = "/card.png"

// How long an answer waits for the broker's first words.
const (
	pictureWaits = 1500 * time.Millisecond
	pageWaits    = 400 * time.Millisecond
	allSaid      = 2 * time.Second // after the first question: who has said nothing by then is not waited for
)

// Cards makes the pictures that chats and social networks show beside a link to a board.
// What they show is what the page shows: it is read from the same public topics, so that
// a delay holds for the pictures too; so does it for the snapshots that a page reads where it
// cannot reach the broker. It listens to the broker only once somebody has asked for either.
// Make it with NewCards.
type Cards struct {
	said *Snapshots
	from *broadcast.Broker // nil where said is run elsewhere

	once  sync.Once
	asked chan struct{}
	since time.Time // of the first question

	organiser *preview.Organiser

	drawing chan struct{} // holds one when nobody draws: a picture at a time, with pauses, as the boards come first
	drawn   time.Time     // used only by the one who draws

	mu      sync.Mutex
	waiting map[netip.Prefix]int // visitors who wait for a picture of their own, by address
	kept    map[string]*file
}

const (
	pause    = 250 * time.Millisecond // between two pictures that have to be drawn
	mostKept = 16                     // pictures

	// How many may wait for pictures that have to be drawn: of all, so that none waits for
	// long, and from one address, so that a script there does not take every place.
	mostWaiting     = 40
	mostWaitingNear = 4
)

// NewCards makes the pictures of what a broker has below a base.
func NewCards(base string, b broadcast.Broker, log *slog.Logger) *Cards {
	return newCards(NewSnapshots(base, log), &b)
}

// Cards makes the pictures of what these snapshots hold.
func (s *Snapshots) Cards() *Cards {
	return newCards(s, nil)
}

func newCards(said *Snapshots, from *broadcast.Broker) *Cards {
	c := &Cards{said: said, from: from, asked: make(chan struct{}), drawing: make(chan struct{}, 1), waiting: map[netip.Prefix]int{}, kept: map[string]*file{}}
	c.drawing <- struct{}{}
	return c
}

// Run listens to the broker from the first question until ctx ends.
func (c *Cards) Run(ctx context.Context) {
	if c.from == nil {
		return
	}
	select {
	case <-c.asked:
		c.said.Run(ctx, *c.from)
	case <-ctx.Done():
	}
}

// shown is what a picture needs of a board's topics.
type shown struct {
	Game     string
	Event    string
	Round    *string
	Start    string
	Variant  string
	FirstPly int `json:"first_ply"`
	FEN      string
	Phase    string
	At       time.Time
	White    struct{ Name string }
	Black    struct{ Name string }
	Moves    []struct{ UCI, SAN string }
	Result   string
	Reason   *string
}

// board returns what a board says now, waiting a moment where nobody had asked before.
func (c *Cards) board(ctx context.Context, event, board string, wait time.Duration) (id string, s shown, ok bool) {
	c.once.Do(func() { c.since = time.Now(); close(c.asked) })
	end := time.Now().Add(wait)
	if last := c.since.Add(allSaid); last.Before(end) {
		end = last
	}
	for {
		if id, s, ok = c.now(event, board); ok || !time.Now().Before(end) {
			return id, s, ok
		}
		select {
		case <-time.After(25 * time.Millisecond):
		case <-ctx.Done():
			return "", s, false
		}
	}
}

// now finds a board by its level, of any event where none is named.
func (c *Cards) now(event, board string) (id string, s shown, ok bool) {
	c.said.mu.Lock()
	defer c.said.mu.Unlock()
	var keys [][2]string
	for key, b := range c.said.boards {
		if (event == "" || key[0] == event) && (board == "" || key[1] == board) && b.payloads[contract.State] != "" {
			keys = append(keys, key)
		}
	}
	if len(keys) == 0 || board == "" && len(keys) > 1 {
		return "", s, false
	}
	slices.SortFunc(keys, func(a, b [2]string) int { return strings.Compare(a[0], b[0]) })
	s, ok = c.said.boards[keys[0]].shown()
	return keys[0][1], s, ok
}

// heard returns what all boards of an event say, or of every event where none is named.
func (c *Cards) heard(event string) (all []shown) {
	c.said.mu.Lock()
	defer c.said.mu.Unlock()
	for key, b := range c.said.boards {
		if event != "" && key[0] != event {
			continue
		}
		if s, ok := b.shown(); ok {
			all = append(all, s)
		}
	}
	return all
}

// shown reads a board's topics, once for each change of them: it is asked for with every page.
func (b *kept) shown() (s shown, ok bool) {
	if b.parsed != nil {
		return *b.parsed, true
	}
	if json.Unmarshal([]byte(b.payloads[contract.State]), &s) != nil {
		return s, false
	}
	var game shown // who plays stands in the topic game, as an arbiter corrected it last
	if json.Unmarshal([]byte(b.payloads[contract.Game]), &game) == nil && game.Game == s.Game {
		s.White, s.Black, s.Event, s.Round = game.White, game.Black, game.Event, game.Round
	}
	b.parsed = &s
	return s, true
}

// ServeHTTP implements http.Handler.
func (c *Cards) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	if !isLevelOrEmpty(q.Get("event")) || !isLevelOrEmpty(q.Get("board")) {
		http.NotFound(w, r)
		return
	}
	id, s, ok := c.board(r.Context(), q.Get("event"), q.Get("board"), pictureWaits)
	if !ok {
		w.Header().Set("Cache-Control", "no-store")
		http.Error(w, "no such board has published anything", http.StatusNotFound)
		return
	}
	f, busy := c.picture(r.Context(), r.RemoteAddr, s.card(id, speaker(q.Get("lang")), s.count(q.Get("game"), q.Get("ply"))))
	if busy {
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("Retry-After", "10")
		http.Error(w, "many pictures are being drawn: ask again later", http.StatusServiceUnavailable)
		return
	}
	if f == nil {
		return // the reader has gone
	}
	w.Header().Set("X-Content-Type-Options", "nosniff")
	f.serve(w, r)
}

// snapshots are the files of what the boards say, for pages that cannot reach the broker. The
// first question makes it listen to the broker, as that for a picture does.
func (c *Cards) snapshots() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if q, known := questionOf(r); known {
			c.heardOf(r.Context(), q)
		}
		c.said.ServeHTTP(w, r)
	})
}

// heardOf waits a moment for the first words of a snapshot, where nobody had asked before.
func (c *Cards) heardOf(ctx context.Context, q question) {
	c.once.Do(func() { c.since = time.Now(); close(c.asked) })
	var last *file
	same := 0 // how often in a row nothing had been added
	for end := c.since.Add(pictureWaits); time.Now().Before(end); {
		f, _ := c.said.file(q)
		if same++; f != last {
			same = 0
		}
		if last = f; f != nil && (q.board != AnyLevel || same >= 4) { // boards speak one after the other
			return
		}
		select {
		case <-time.After(25 * time.Millisecond):
		case <-ctx.Done():
			return
		}
	}
}

// picture draws a card, or returns what was drawn of it before; nil when ctx ends first. busy
// means that too many wait for theirs, in all or from the visitor's address.
func (c *Cards) picture(ctx context.Context, visitor string, card preview.Card) (f *file, busy bool) {
	key := fmt.Sprintf("%+v", card)
	near := webserver.Neighbourhood(visitor)
	if f, busy = c.wait(key, near); f != nil || busy {
		return f, busy
	}
	defer c.leave(near)
	select {
	case <-c.drawing:
		defer func() { c.drawing <- struct{}{} }()
	case <-ctx.Done():
		return nil, false
	}
	if f = c.drawnBefore(key); f != nil { // while this visitor waited
		return f, false
	}
	select {
	case <-time.After(time.Until(c.drawn.Add(pause))):
	case <-ctx.Done():
		return nil, false
	}
	card.Organiser = c.organiser
	f = newFile("card.png", preview.Draw(card))
	f.kind, f.kept = "image/png", "public, max-age=30"
	c.drawn = time.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.kept) >= mostKept {
		clear(c.kept)
	}
	c.kept[key] = f
	return f, false
}

// wait returns a picture that was drawn before, or takes a place among those who wait for
// theirs, which must be given back. busy means that there is none.
func (c *Cards) wait(key string, near netip.Prefix) (f *file, busy bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if f = c.kept[key]; f != nil {
		return f, false
	}
	all := 0
	for _, n := range c.waiting {
		all += n
	}
	proxy := near.Addr().IsLoopback() // asks for everybody
	if all >= mostWaiting || c.waiting[near] >= mostWaitingNear && !proxy {
		return nil, true
	}
	c.waiting[near]++
	return nil, false
}

func (c *Cards) leave(near netip.Prefix) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.waiting[near]--; c.waiting[near] == 0 {
		delete(c.waiting, near)
	}
}

func (c *Cards) drawnBefore(key string) *file {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.kept[key]
}

// head are the lines of a page's head that chats and social networks read (ogp.me). site
// is the address of the page's server. Browsers, which say how they fetch, get what is
// known already; others wait a moment for the broker.
func (c *Cards) head(r *http.Request, site string) string {
	q := r.URL.Query()
	event, board := q.Get("event"), q.Get("board")
	if !isLevelOrEmpty(event) || !isLevelOrEmpty(board) {
		return ""
	}
	if board == "" {
		return c.overview(r, event, speaker(q.Get("lang")))
	}
	id, s, ok := c.now(event, board)
	if !ok && r.Header.Get("Sec-Fetch-Dest") != "document" {
		id, s, ok = c.board(r.Context(), event, board, pageWaits)
	}
	if !ok {
		return ""
	}
	card := s.card(id, speaker(q.Get("lang")), s.count(q.Get("game"), q.Get("ply")))
	picture := url.Values{}
	for _, key := range []string{"event", "board", "game", "ply", "lang"} {
		if v := q.Get(key); v != "" && len(v) <= 80 {
			picture.Set(key, v)
		}
	}
	title := card.White.Name + " – " + card.Black.Name
	said := strings.Trim(card.Event+", "+card.Place, ", ") + ". " + card.Line
	if card.Rest != "" {
		said += " · " + card.Rest
	}
	return metaTags([][3]string{
		{"property", "og:type", "website"}, {"property", "og:site_name", c.siteName()}, {"property", "og:title", title}, {"property", "og:description", said},
		{"property", "og:image", site + CardPath + "?" + picture.Encode()}, {"property", "og:image:type", "image/png"},
		{"property", "og:image:width", strconv.Itoa(preview.Width)}, {"property", "og:image:height", strconv.Itoa(preview.Height)},
		{"property", "og:image:alt", title + ": " + card.Line}, {"name", "twitter:card", "summary_large_image"},
	})
}

// overview are those lines for a page of several boards or of an event: its name, how many
// boards there are and how many have finished. It has no picture of one board.
func (c *Cards) overview(r *http.Request, event string, t *words.Texts) string {
	if view := r.URL.Query().Get("view"); view == "arbiter" || view == "topics" {
		return ""
	}
	boards := c.heard(event)
	if len(boards) == 0 && r.Header.Get("Sec-Fetch-Dest") != "document" {
		c.board(r.Context(), event, "", pageWaits) // until the first has said something
		boards = c.heard(event)
	}
	title, round, finished := "", "", 0
	for i, s := range boards {
		number := ""
		if s.Round != nil {
			number = *s.Round
		}
		if i == 0 {
			title, round = s.Event, number
		}
		if s.Event != title { // several events: whose pages they are
			title = ""
		}
		if number != round {
			round = ""
		}
		if s.Phase == "over" && s.Result != "*" {
			finished++
		}
	}
	var said []string
	if round != "" {
		said = append(said, t.T("round", "n", round))
	}
	if len(boards) > 0 {
		said = append(said, t.T("boards", "n", len(boards)))
	}
	if finished > 0 {
		said = append(said, t.T("nfinished", "n", finished))
	}
	if title == "" && c.organiser != nil {
		title = c.organiser.Name
	}
	if title == "" {
		return ""
	}
	tags := [][3]string{{"property", "og:type", "website"}, {"property", "og:site_name", c.siteName()}, {"property", "og:title", title}}
	if len(said) > 0 {
		tags = append(tags, [3]string{"property", "og:description", strings.Join(said, " · ")})
	}
	return metaTags(append(tags, [3]string{"name", "twitter:card", "summary"}))
}

// metaTags writes lines of a page's head: what names each, its name, its content.
func metaTags(tags [][3]string) string {
	var b strings.Builder
	for _, tag := range tags {
		fmt.Fprintf(&b, "<meta %s=\"%s\" content=\"%s\">\n", tag[0], tag[1], html.EscapeString(tag[2]))
	}
	return b.String()
}

// siteName is whose pages they are.
func (c *Cards) siteName() string {
	if c.organiser != nil {
		return c.organiser.Name
	}
	return "touchmove"
}

// count is how many moves a link shows: all, unless it names one of this game.
func (s *shown) count(game, ply string) int {
	n, err := strconv.Atoi(ply)
	if err != nil || game != "" && game != s.Game || n < s.FirstPly-1 || n-s.FirstPly+1 > len(s.Moves) {
		return len(s.Moves)
	}
	return n - s.FirstPly + 1
}

// speaker are the texts of a language; English where it is not spoken.
func speaker(code string) *words.Texts {
	for _, t := range words.All() {
		if t.Code == code {
			return t
		}
	}
	return words.All()[0]
}

// card says what is shown after so many moves.
func (s *shown) card(id string, t *words.Texts, count int) preview.Card {
	c := preview.Card{
		Event: s.Event, Place: s.place(id, t), From: rules.NoSquare, To: rules.NoSquare,
		White: preview.Player{Name: surname(s.White.Name, t.Colour(rules.White))},
		Black: preview.Player{Name: surname(s.Black.Name, t.Colour(rules.Black))},
	}
	if s.Phase != "waiting" {
		s.lay(&c, count)
	}
	over := s.Phase == "over" && s.Result != "*"
	if over {
		half := strings.Split(strings.ReplaceAll(s.Result, "1/2", "½"), "-")
		c.White.Points, c.White.Won = half[0], half[0] == "1"
		c.Black.Points, c.Black.Won = half[len(half)-1], half[len(half)-1] == "1"
	}
	switch {
	case over && count == len(s.Moves):
		c.Line = strings.Join([]string{c.White.Points, c.Black.Points}, "–")
		c.Rest = t.T(outcomeKey(s.Result, s.Reason)) + " · " + t.T("moves", "n", (s.FirstPly+len(s.Moves))/2)
	case count > 0:
		ply := s.FirstPly + count - 1
		c.Line = fmt.Sprintf("%d%s %s", (ply+1)/2, [...]string{"...", "."}[ply%2], localSAN(s.Moves[count-1].SAN, t))
		if count == len(s.Moves) && !s.At.IsZero() {
			c.Rest = t.T("asat", "t", s.At.Local().Format("15:04"))
		}
	case c.Known:
		c.Line = t.T("setup")
	default:
		c.Line = t.T("nogame")
	}
	return c
}

// place is round and board, as "Round 3 · Board 7".
func (s *shown) place(id string, t *words.Texts) string {
	number := strings.TrimLeft(id[len(strings.TrimRight(id, "0123456789")):], "0")
	place := id
	if number != "" {
		place = t.T("board", "n", number)
	}
	if s.Round != nil && *s.Round != "" {
		place = t.T("round", "n", *s.Round) + " · " + place
	}
	return place
}

// lay plays the first moves of the game. After an illegal move that stands, only the last
// position is known, which was told.
func (s *shown) lay(c *preview.Card, count int) {
	variant, err := rules.ParseVariant(s.Variant)
	if err != nil {
		variant = rules.Standard
	}
	parse := func(fen string) (rules.Position, error) {
		setup, err := rules.ParseFEN(fen)
		if err != nil {
			return rules.Position{}, err
		}
		return rules.NewPosition(setup, variant)
	}
	at, err := parse(s.Start)
	for i := 0; i < count && err == nil; i++ {
		var m rules.Move
		if m, err = at.ParseUCI(s.Moves[i].UCI); err == nil {
			c.From, c.To = m.From(), m.To()
			if m.IsCastling() {
				c.To, _ = at.CastlingTargets(m)
			}
			at = at.After(m)
		}
	}
	if err != nil {
		c.From, c.To = rules.NoSquare, rules.NoSquare
		if count < len(s.Moves) {
			return
		}
		if at, err = parse(s.FEN); err != nil {
			return
		}
	}
	c.Position, c.Known = at, true
}

// surname is what stands before the comma of "Réti, Richard".
func surname(name, otherwise string) string {
	before, _, _ := strings.Cut(name, ",")
	if before = strings.TrimSpace(before); before == "" {
		return otherwise
	}
	return before
}

// localSAN is a move with the letters of a language.
func localSAN(san string, t *words.Texts) string {
	letters := strings.Fields(t.T("pieces"))
	return strings.NewReplacer("K", letters[0], "Q", letters[1], "R", letters[2], "B", letters[3], "N", letters[4]).Replace(san)
}

func isLevelOrEmpty(level string) bool { return level == "" || topic.IsLevel(level) }

// outcomeKey is the text of a result and its reason, as the page says it (src/line.ts).
func outcomeKey(result string, reason *string) string {
	why := ""
	if reason != nil {
		why = strings.NewReplacer("_", " ", "-", " ").Replace(strings.ToLower(*reason))
	}
	side := map[string]string{"1-0": "won.w", "0-1": "won.b"}[result]
	for _, w := range []struct{ has, key string }{
		{"stalemate", "draw.stalemate"}, {"agree", "draw.agreed"}, {"repetition", "draw.repetition"}, {"fifty", "draw.fifty"},
		{"seventy", "draw.seventyfive"}, {"dead", "draw.dead"}, {"", "draw"},
	} {
		if result == "1/2-1/2" && strings.Contains(why, w.has) {
			return w.key
		}
	}
	switch {
	case result == "0-0":
		return "won.both"
	case side == "":
		return "finished"
	case strings.Contains(why, "checkmate") || why == "mate":
		return side + ".mate"
	case strings.Contains(why, "resign"):
		return side + ".resign"
	case slices.Contains([]string{"flag fall", "flag", "time", "on time", "time forfeit"}, why):
		return side + ".time"
	case why == "default":
		return side + ".default"
	}
	return side
}
