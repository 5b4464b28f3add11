package setup

import (
	"context"
	"fmt"
	"io"
	"time"

	"touchmove/configs"
	"touchmove/daemon/doctor"
	"touchmove/internal/topic"
	"touchmove/rules"
	"touchmove/sensors/wiring"
)

// Answers are answers known beforehand, from a script's flags. The zero value leaves every question
// open.
type Answers struct {
	Yes      bool   // every other question gets its default
	Board    string // its id
	Driver   string // how the board is wired; takes precedence over what is recognised
	Laws     string // edition, such as "fide-2018"
	Network  *bool  // whether computers in the local network may watch
	Practise string // driver of the board to practise on
	// GPIO lines, which cannot be detected; nil means those of the wiring plans.
	Rows, Columns, Select []string
	RowsPort              string // of a matrix on one chip: crossed, a or b
}

// Options say how a setup examines, asks and writes.
type Options struct {
	Look    func() doctor.Survey                     // which parts answer on the buses now
	Examine func(c *configs.Config) []doctor.Finding // what is wrong with the computer; c may be nil
	Again   <-chan time.Time                         // when to look again for a missing chip; nil means never
	In      io.Reader
	Out     io.Writer
	Style   Style
	Place   Place
	Answers Answers
	// Secret makes the password for commands.
	Secret func() string
}

// Session is one setup. It is for one goroutine.
type Session struct {
	Options
	*asker
	choices  Choices
	survey   doctor.Survey
	practise bool
	password string // shown once
	path     string // of the configuration, once it is written
}

// New begins a setup.
func New(o Options) *Session {
	return &Session{Options: o, asker: &asker{in: o.In, out: o.Out, style: o.Style, yes: o.Answers.Yes}}
}

// steps is the number of steps of a setup.
const steps = 4

// Configure asks what it has to know, writes the configuration and returns its path. The error is
// ErrStopped if the setup was not completed; nothing was written then.
func (s *Session) Configure(ctx context.Context) (path string, err error) {
	for _, step := range []func(context.Context) error{s.connected, s.watched, s.file, s.done} {
		if err := step(ctx); err != nil {
			return "", err
		}
	}
	return s.path, s.failed
}

// watched asks for the name of the board, and who may watch it.
func (s *Session) watched(ctx context.Context) (err error) {
	c := &s.choices
	s.page(fmt.Sprintf("step 2 of %d: who may look", steps), "~1 min left")
	s.printf("  Enter takes the answer in brackets.\n\n")
	board := s.Answers.Board
	if board == "" {
		board = s.Place.Board
	}
	if c.Board, err = s.text(ctx, "What is this board called?", board, s.Answers.Board != "", func(name string) error {
		if err := boardName(name); err != nil {
			return err
		}
		return s.Place.taken(name)
	}); err != nil {
		return err
	}
	laws := rules.InForce.String()
	if s.Answers.Laws != "" {
		laws = s.Answers.Laws
	}
	if _, err = s.text(ctx, "Which edition of the Laws?", laws, s.Answers.Laws != "", func(word string) (err error) {
		c.Laws, err = rules.ParseLaws(word)
		return err
	}); err != nil {
		return err
	}
	if err := s.matrixPorts(ctx); err != nil {
		return err
	}
	if !s.practise && wiring.Linear(c.Wiring) {
		if c.Colours, err = s.agreed(ctx, "Are White’s and Black’s magnets opposite?", true, false); err != nil {
			return err
		}
	}
	open, known := !s.yes, s.Answers.Network != nil
	if known {
		open = *s.Answers.Network
	}
	if c.Network, err = s.agreed(ctx, "May computers in this network watch?", open, known); err != nil || !c.Network {
		return err
	}
	c.Name = s.Place.Name
	c.PasswordFile = c.Board + ".password"
	s.opened(c)
	s.keys("Enter", "next", "?", "help", "q", "stop, write nothing")
	_, _, err = s.key(ctx, "The broker gives everybody in the network what a spectator may know. Only who logs in as “arbiter” with the password can stop clocks, correct moves and end games.", nil, "")
	return err
}

// matrixPorts asks which port of its chip has the rows of a matrix, as this cannot be detected.
func (s *Session) matrixPorts(ctx context.Context) error {
	w, ok := s.choices.Wiring.(wiring.MCPMatrix)
	if !ok {
		return nil
	}
	usual := "crossed"
	if s.Answers.RowsPort != "" {
		usual = s.Answers.RowsPort
	}
	s.say("The plan of a matrix has GPA0 and GPB7 exchanged (crossed); older boards have all rows on port a, or on b.")
	_, err := s.text(ctx, "Rows: crossed, a or b?", usual, s.Answers.RowsPort != "", func(word string) error {
		w.Crossed, w.RowsOnB = word == "crossed", word == "b"
		if word != "crossed" && word != "a" && word != "b" {
			return fmt.Errorf("%q is not a port: write crossed, a or b", word)
		}
		return nil
	})
	s.choices.Wiring = w
	return err
}

// opened lists the addresses that will be open, and shows the password.
func (s *Session) opened(c *Choices) {
	host := c.Name + ".local"
	s.password = s.Secret()
	s.printf("\n  Then these addresses are open:\n\n")
	s.printf("     screen    %-32s for everybody\n", "http://"+host+":8080")
	if s.Place.Address != "" {
		s.printf("               %-32s the same\n", "http://"+s.Place.Address+":8080")
	}
	s.printf("     broker    %-32s reading, for everybody\n", host+":1883")
	s.printf("     commands  %-32s with a password only\n", "user "+ArbiterName)
	s.printf("\n  A password for commands was made for you. Write it down: it is shown once.\n\n")
	s.printf("               %s\n\n", paint(s.style.Bold, s.password))
	s.printf("  %s keeps only its hash (bcrypt).\n", c.PasswordFile)
}

// boardName refuses a name that cannot be a board's id.
func boardName(name string) error {
	if !topic.IsLevel(name) {
		return fmt.Errorf("%q cannot be a name: write 1 to 32 lower-case letters, digits and hyphens, such as %s", name, topic.Level(name))
	}
	return nil
}
