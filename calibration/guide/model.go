package guide

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"touchmove/internal/terminal"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// Model is the bubbletea model of a guide, of a live board, or of one after the other.
type Model struct {
	ctx     context.Context
	src     Source
	guide   *Guide // nil without a guide
	watch   *Watch // nil before the live view is opened
	looking bool   // the live view is shown
	hands   *Hands // for a simulated board
	idle    bool   // the hands do not move
	style   Style
	board   Board
	view    View
	at      int // index in the list of what to do
	width   int
	height  int
	note    string
	noteTo  time.Duration
	now     time.Duration
	asked   bool      // the question whether to leave is shown
	tape    *recorder // nil when nothing is recorded
	// Printed says that the user asked for the report when leaving.
	Printed bool
	// Tape opens a file in which the live view records, and Header is the first line of the
	// trace. If Tape is nil, there is no key for recording.
	Tape   func() (Tape, error)
	Header trace.Header
	// Clock returns the time of day, shown in the corner of the live view; nil shows none.
	Clock func() time.Time
	// LampFaults describes the lamps and buzzer that do not answer, in one sentence each;
	// it may be nil.
	LampFaults func() []string
	// Err says why reading ended; nil if the user ended it.
	Err error
}

// NewModel makes the view of a guide; hands is nil at a real board.
func NewModel(ctx context.Context, src Source, g *Guide, hands *Hands, s Style) *Model {
	return &Model{ctx: ctx, src: src, guide: g, hands: hands, style: s, board: g.board, view: View{Cursor: rules.E4}}
}

// NewWatchModel makes the view of a live board.
func NewWatchModel(ctx context.Context, src Source, b Board, hands *Hands, s Style) *Model {
	return &Model{ctx: ctx, src: src, watch: NewWatch(&b), looking: true, hands: hands, style: s, board: b, view: View{Cursor: rules.E4}}
}

// Init implements tea.Model.
func (m *Model) Init() tea.Cmd { return pump(m.ctx, m.src) }

// Update implements tea.Model.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case frames:
		for _, f := range msg.list {
			m.feed(f)
		}
		if msg.err != nil {
			if m.Err = msg.err; errors.Is(msg.err, context.Canceled) {
				m.Err = nil
			}
			return m, tea.Quit
		}
		return m, pump(m.ctx, m.src)
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
	case tea.KeyPressMsg:
		return m, m.press(msg.String())
	}
	return m, nil
}

// feed takes one reading, and lets the hands make the movements that are due.
func (m *Model) feed(f Frame) {
	m.now = f.At
	if m.note != "" && m.now > m.noteTo {
		m.note, m.asked = "", false
	}
	if m.guide != nil && !m.looking {
		m.guide.Feed(f)
		if m.hands != nil && !m.idle {
			m.hands.Act(f.At, m.guide.Ask(), func(k Key) { m.guide.Press(k) })
		}
		for _, l := range m.guide.Lines() {
			if l.Kind == "warn" {
				m.say(l.Text)
			}
		}
	}
	if m.looking && !m.view.Frozen {
		m.watch.Feed(f)
	}
	if m.tape != nil {
		if err := m.tape.write(f); err != nil {
			m.fail(err)
		}
	}
	if m.watch != nil && m.guide == nil && m.hands != nil && !m.idle {
		m.hands.Play(f.At)
	}
}

// noteFor is how long a note is shown.
const noteFor = 6 * time.Second

func (m *Model) say(note string) { m.note, m.noteTo = note, m.now+noteFor }

// record starts a recording, or stops the current one.
func (m *Model) record() {
	if m.tape != nil {
		if said, err := m.Finish(); err != nil {
			m.fail(err)
		} else {
			m.say(said)
		}
		return
	}
	tape, err := m.Tape()
	if err != nil {
		m.say("Not recorded: " + err.Error())
		return
	}
	if m.tape, err = newRecorder(tape, m.Header, m.watch.board.Table); err != nil {
		m.fail(err)
		return
	}
	m.say("Recording to " + tape.Name() + ": r ends it")
}

// fail abandons a recording.
func (m *Model) fail(err error) {
	m.tape = nil
	m.say("Recording failed: " + err.Error())
}

// Finish finishes a recording that is still running when the program ends, and describes
// it; "" if there is none. The error is that of completing its file.
func (m *Model) Finish() (said string, err error) {
	if m.tape == nil {
		return "", nil
	}
	said, err = m.tape.finish()
	m.tape = nil
	return said, err
}

func (m *Model) press(key string) tea.Cmd {
	if key != "q" {
		m.asked = false
	}
	if key == "ctrl+c" {
		return tea.Quit
	}
	if m.view.Help {
		m.view.Help = false
		return nil
	}
	switch key {
	case "?":
		m.view.Help = true
		return nil
	case "t":
		m.view.Turned = !m.view.Turned
		return nil
	case "h":
		if m.hands != nil {
			m.idle = !m.idle
			m.say(map[bool]string{true: "the simulated hands rest", false: "the simulated hands continue"}[m.idle])
		}
		return nil
	}
	if m.looking {
		return m.pressWatch(key)
	}
	return m.pressGuide(key)
}

func (m *Model) pressGuide(key string) tea.Cmd {
	done := m.guide.Done()
	keys := map[string]Key{"enter": KeyEnter, "u": KeyUndo, "s": KeySkip, "w": KeyNote, "e": KeyFinish, "m": KeyAgain}
	switch {
	case key == "q" && (done || m.asked):
		return tea.Quit
	case key == "q":
		m.say("Press q once more to stop: nothing is saved.")
		m.asked = true
	case done && key == "w":
		b := m.guide.board
		m.watch, m.looking = NewWatch(&b), true
	case done && key == "p":
		m.Printed = true
		return tea.Quit
	case done && key == "n":
		m.at++
		m.guide.Choose(m.at)
	case done && key == "enter":
		return tea.Quit
	default:
		if k, ok := keys[key]; ok {
			m.guide.Press(k)
		}
	}
	return nil
}

func (m *Model) pressWatch(key string) tea.Cmd {
	file, rank := m.view.Cursor.File(), m.view.Cursor.Rank()
	step := 1
	if m.view.Turned {
		step = -1
	}
	switch key {
	case "q", "esc":
		if m.guide != nil {
			if m.tape != nil {
				m.record()
			}
			m.looking = false
			return nil
		}
		return tea.Quit
	case "left":
		file -= step
	case "right":
		file += step
	case "up":
		rank += step
	case "down":
		rank -= step
	case "f", "space":
		m.view.Frozen = !m.view.Frozen
	case "l":
		if !m.board.Linear {
			m.say("Digital inputs have neither levels nor margins.")
			return nil
		}
		m.view.Other = !m.view.Other
	case "r":
		if m.Tape != nil {
			m.record()
		}
	case "n":
		c := m.watch.Count()
		poor := c[1] | c[2] | c[3]
		if poor == 0 {
			m.say("All squares are good.")
			return nil
		}
		for i := 1; i <= 64; i++ {
			if sq := rules.Square((int(m.view.Cursor) + i) % 64); poor.Has(sq) {
				m.view.Cursor = sq
				return nil
			}
		}
	}
	if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
		m.view.Cursor = rules.SquareAt(file, rank)
	}
	return nil
}

// View implements tea.Model.
func (m *Model) View() tea.View {
	v := tea.NewView(m.Draw())
	v.AltScreen = true
	v.WindowTitle = "touchmove calibrate " + m.board.ID
	return v
}

// Draw draws the current view.
func (m *Model) Draw() string {
	switch {
	case m.width > 0 && (m.width < Width || m.height < Height):
		return clip(fmt.Sprintf("%dx%d is too small: make it %dx%d, or use --plain", m.width, m.height, Width, Height), m.width)
	case m.view.Help:
		return m.style.help(m)
	case m.looking:
		v := m.view
		v.Note, v.Tape, v.CanTape = m.note, m.tape != nil, m.Tape != nil
		if v.Tape {
			v.Taped = m.tape.last
		}
		if m.Clock != nil {
			v.Clock = m.Clock().Format("15:04:05")
		}
		return m.style.DrawWatch(m.watch, v, m.width, m.height)
	}
	note := m.note
	if note == "" && m.LampFaults != nil {
		note = strings.Join(m.LampFaults(), "; ")
	}
	return m.style.Draw(m.guide, m.view.Turned, m.at, note, m.width, m.height)
}

// help is the page with all keys.
func (s *Style) help(m *Model) string {
	p := page{title: "Keys", name: m.board.ID, keys: [][2]string{{"any key", "back"}}}
	list := [][2]string{{"?", "these keys"}, {"t", "turn the board: Black below, or White"}, {"Ctrl+C", "leave at once; nothing unfinished is saved"}}
	if m.looking {
		list = append(list, [][2]string{
			{"←↑↓→", "another square"}, {"n", "next square that is not good"}, {"f", "freeze the readings, or let them continue"},
			{"l", "bars show levels, or margins"}, {"r", "record a trace of what is read, or end it"}, {"q", "leave"},
		}...)
	} else {
		list = append(list, [][2]string{
			{"Enter", "continue: the board is empty, or measure now"}, {"u", "undo: the last square, or back one position"},
			{"s", "skip the square that is asked for"}, {"w", "note what is missing as weak and continue; at the end: watch live"},
			{"e", "end here, when every square has carried a piece"}, {"m", "at the end: measure poor squares again"},
			{"n", "at the end: next weak square"}, {"p", "at the end: leave and print the report"}, {"q", "stop without saving (asks once); at the end: leave"},
		}...)
	}
	if m.hands != nil {
		list = append(list, [2]string{"h", "simulated board: the hands rest, or continue"})
	}
	p.body = []string{""}
	for _, k := range list {
		p.body = append(p.body, "  "+s.bold.Render(terminal.Pad(s.text(k[0]), 9))+k[1])
	}
	p.body = append(p.body, "", "  "+s.dim.Render("Signs"), "  "+s.legend())
	return s.draw(p, m.width, m.height)
}

var _ tea.Model = (*Model)(nil)
