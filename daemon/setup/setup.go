package setup

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"touchmove/configs"
	"touchmove/daemon/doctor"
	"touchmove/internal/topic"
	"touchmove/rules"
)

// Answers are answers known beforehand, from a script's flags. The zero value leaves every question
// open.
type Answers struct {
	Yes      bool   // every other question gets its default
	Board    string // its id
	Driver   string // how the board is wired; takes precedence over what is recognised
	Laws     string // edition, such as "fide-2018"
	Network  *bool  // whether computers in the local network may watch
	Diodes   *bool  // whether a matrix has a diode at each square
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
	renew    bool   // a configuration that is there is put aside, as the user wishes
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
	for _, step := range []func(context.Context) error{s.there, s.connected, s.watched, s.file, s.done} {
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
	if c.Board, err = s.text(ctx, "What is this board called?", board, helpBoard, s.Answers.Board != "", func(name string) error {
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
	if _, err = s.text(ctx, "Which edition of the Laws?", laws, helpLaws, s.Answers.Laws != "", func(word string) (err error) {
		c.Laws, err = edition(word)
		return err
	}); err != nil {
		return err
	}
	if err := s.details(ctx); err != nil {
		return err
	}
	open, known := !s.yes, s.Answers.Network != nil
	if known {
		open = *s.Answers.Network
	}
	if c.Network, err = s.agreed(ctx, yesNo{ask: "May computers in this network watch?", help: helpNetwork, usual: open, known: known}); err != nil || !c.Network {
		return err
	}
	c.Name = s.Place.Name
	c.PasswordFile = s.Place.unused(c.Board + ".password")
	s.opened(c)
	s.keys("Enter", "next", "?", "help", "q", "stop, write nothing")
	_, _, err = s.key(ctx, helpOpened, nil, "")
	return err
}

const (
	helpBoard = "A short name, for the screen and for commands: kitchen, or hall-7 for board 7 of a hall. It is part of addresses, " +
		"and so has only lower-case letters, digits and hyphens."
	helpLaws = "The edition of the FIDE Laws of Chess by which games are played: Enter for the one in force. Every game may have another: " +
		"touchmove laws lists all."
	helpNetwork = "yes: phones and laptops in your network can see the games, and nobody can change anything without the password that comes next. " +
		"no: only this computer can. Nothing is sent to the Internet."
	helpOpened = "The broker gives everybody in the network what a spectator may know. Only who logs in as “arbiter” with the password can " +
		"stop clocks, correct moves and end games."
)

// edition reads an edition of the Laws by its id or its year.
func edition(word string) (rules.Laws, error) {
	year := strings.TrimLeft(strings.ToLower(word), "fide -")
	if laws, err := rules.ParseLaws("fide-" + year); err == nil {
		return laws, nil
	}
	return rules.ParseLaws(word)
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
		return fmt.Errorf("%q cannot be a name: write 1 to 32 lower-case letters, digits and hyphens, such as %s", name, suggested(name))
	}
	return nil
}

// suggested makes a board's id of any name: "Küche 1" gives "kuche-1".
func suggested(name string) string {
	plain := plainLetters.Replace(strings.ToLower(name))
	if !strings.ContainsFunc(plain, func(r rune) bool { return topic.IsLevel(string(r)) && r != '-' }) {
		return "kitchen"
	}
	return topic.Level(plain)
}

// plainLetters replaces the letters of the program's languages that no address has.
var plainLetters = strings.NewReplacer("ä", "a", "ö", "o", "ü", "u", "ß", "ss", "á", "a", "à", "a", "â", "a", "ã", "a", "ç", "c",
	"é", "e", "ê", "e", "í", "i", "ñ", "n", "ó", "o", "ô", "o", "õ", "o", "ú", "u")
