package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"touchmove/calibration/guide"
	"touchmove/daemon/signals"
	"touchmove/eventlog"
	"touchmove/internal/words"
	"touchmove/rules"
)

// watched is one board of the live view.
type watched struct {
	feed  *feed
	what  string // how it is wired
	scans string // how often it is scanned

	halted   func() bool // whether the board's time is halted
	speed    func() float64
	lamps    func() (signals.Now, <-chan struct{}) // nil if there are none
	controls []control                             // keys for this board
}

// control is a key of the live view and what it does. Each drawing calls word for
// the key's label; press returns a note to show.
type control struct {
	key   string // as bubbletea names it
	shown string
	word  func() string
	press func() string
}

// live is the model of the live view (bubbletea).
type live struct {
	ctx      context.Context
	texts    *words.Texts
	tints    tints
	profile  colorprofile.Profile
	boards   []watched
	at       int // index of the board that is shown
	links    [][2]string
	offline  func() string
	controls []control // keys for the whole daemon
	listing  bool
	note     string
	noteTo   time.Time // when the note disappears
	now      time.Time
	width    int
	height   int
}

// Messages to the model.
type (
	grown  struct{}  // a history has new entries
	second time.Time // a tick of the clock in the corner
	logged string    // a warning from the daemon's log
)

// noteTime is how long a note stays: the answer to a key, or a warning.
const noteTime = 6 * time.Second

func (m *live) Init() tea.Cmd { return tea.Batch(m.follow(), tick(), tea.RequestBackgroundColor) }

// follow takes the new entries of every board. The command that it returns waits for
// more.
func (m *live) follow() tea.Cmd {
	var waits []<-chan struct{}
	for _, b := range m.boards {
		_, more := b.feed.catchUp()
		waits = append(waits, more)
		if b.lamps != nil {
			_, more := b.lamps()
			waits = append(waits, more)
		}
	}
	return func() tea.Msg {
		if !anyOf(m.ctx, waits) {
			return nil
		}
		return grown{}
	}
}

// anyOf waits until one of the channels is ready. It returns false if ctx ends
// first.
func anyOf(ctx context.Context, waits []<-chan struct{}) bool {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	first := make(chan struct{}, len(waits))
	for _, w := range waits {
		go func() {
			select {
			case <-w:
				first <- struct{}{}
			case <-ctx.Done():
			}
		}()
	}
	select {
	case <-first:
		return true
	case <-ctx.Done():
		return false
	}
}

func tick() tea.Cmd {
	return tea.Every(time.Second, func(t time.Time) tea.Msg { return second(t) })
}

func (m *live) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case grown:
		return m, m.follow()
	case second:
		m.now = time.Time(msg)
		if !m.noteTo.IsZero() && m.now.After(m.noteTo) {
			m.note, m.noteTo = "", time.Time{}
		}
		return m, tick()
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
	case tea.BackgroundColorMsg:
		m.tints = newTints(guide.Terminal{Profile: m.profile, ASCII: m.tints.ascii, Light: !msg.IsDark()})
	case logged:
		m.say(string(msg))
	case tea.KeyPressMsg:
		return m.press(msg.String())
	}
	return m, nil
}

func (m *live) press(key string) (tea.Model, tea.Cmd) {
	switch key {
	case "q", "ctrl+c", "ctrl+d":
		return m, tea.Quit
	case "e":
		m.listing = !m.listing
		return m, nil
	case "tab":
		m.at = (m.at + 1) % len(m.boards)
		return m, nil
	}
	for _, c := range m.allControls() {
		if c.key == key {
			m.say(c.press())
			break
		}
	}
	return m, nil
}

// allControls returns the keys of the board that is shown and of the daemon.
func (m *live) allControls() []control {
	board := m.boards[m.at].controls
	return append(board[:len(board):len(board)], m.controls...)
}

func (m *live) say(note string) {
	m.note, m.noteTo = note, time.Time{}
	if note != "" {
		m.noteTo = m.now.Add(noteTime)
	}
}

// View implements tea.Model.
func (m *live) View() tea.View {
	v := tea.NewView(m.draw())
	v.AltScreen = true
	v.WindowTitle = "touchmove " + m.boards[m.at].feed.board
	return v
}

func (m *live) draw() string {
	if m.width > 0 && (m.width < screenWidth || m.height < screenHeight) {
		return m.texts.T("run.small", "a", fmt.Sprintf("%d×%d", m.width, m.height), "b", fmt.Sprintf("%d×%d", screenWidth, screenHeight))
	}
	b := m.boards[m.at]
	f := b.feed
	s := &screen{
		texts: m.texts, board: f.board, what: b.what, clock: m.now, state: f.state,
		players: [2]eventlog.Player{rules.White: f.state.Opened.Pairing.White, rules.Black: f.state.Opened.Pairing.Black},
		links:   m.links, note: m.note, offline: m.offline(), paused: b.halted(),
	}
	if b.speed != nil {
		s.speed = b.speed()
	}
	if p := f.state.Opened.Pairing; p.Event != "" {
		s.what = p.Event
		round, table, _ := strings.Cut(p.Round, ".")
		if number := eventlog.BoardNumber(f.board); number != f.board { // the board's name has a number of its own, as in pages and PGN
			round, table = p.Round, number
		}
		if round != "" {
			s.what += " · " + m.texts.T("round", "n", round)
		}
		if table != "" {
			s.what += " · " + m.texts.T("board", "n", table)
		}
	}
	s.position, s.known = f.position()
	s.lost = f.lost()
	if f.timed {
		s.published = m.texts.T("run.told", "ms", f.delay.Milliseconds())
	}
	s.facts = []string{m.texts.T("run.trusted", "n", 64-f.state.Faults().Count()), b.scans}
	if n := f.state.Seq; n > 0 {
		s.facts = append(s.facts, m.texts.T("run.kept", "n", int(n)))
	}
	if b.lamps != nil {
		s.showLamps(b.lamps())
	}
	if s.offline == "" {
		s.facts = append(s.facts, m.texts.T("run.connected"))
	}
	if a, more, ok := sounding(f.state.Ringing.Alarms); ok {
		s.alarm = wholeRanks.Replace(a.Text(m.texts.Language, f.state.At+max(m.now.Sub(f.state.Time), 0)))
		if more > 0 {
			s.alarm = m.texts.T("run.more", "a", s.alarm, "n", more)
		}
	} else if n := len(f.state.Ringing.Alarms); n > 0 {
		s.facts = append(s.facts, m.texts.T("run.acknowledged", "n", n))
	}
	if m.listing {
		s.events = append([]string{}, f.events...)
	}
	s.keys = m.keys()
	return s.draw(m.tints)
}

// showLamps adds what the lamps of the board show, and their faults.
func (s *screen) showLamps(now signals.Now, _ <-chan struct{}) {
	s.lamps = now.Frame
	if edge := now.Frame.Edge; edge.Lit() {
		s.facts = append([]string{s.texts.T("lamps.edge", "a", s.texts.T("lamp."+edge.Tone.String()))}, s.facts...)
	}
	for _, fault := range now.Faults {
		s.facts = append([]string{s.texts.T("lamps.fault", "a", fault)}, s.facts...)
	}
}

// keys returns the keys that do something now.
func (m *live) keys() [][2]string {
	var keys [][2]string
	for _, c := range m.allControls() {
		if word := c.word(); word != "" {
			keys = append(keys, [2]string{c.shown, word})
		}
	}
	events := m.texts.T("run.key.events")
	if m.listing {
		events = m.texts.T("run.key.moves")
	}
	keys = append(keys, [2]string{"e", events})
	if len(m.boards) > 1 {
		keys = append(keys, [2]string{"tab", m.texts.T("run.key.board")})
	}
	return append(keys, [2]string{"q", m.texts.T("run.key.quit")})
}

// surname returns a player's name up to the comma.
func surname(p eventlog.Player) string {
	name, _, _ := strings.Cut(p.Name, ",")
	return name
}
