// Package resources reads what a configuration names: passwords, certificates, who
// plays whom, calibrations. The daemon opens its boards with what it has read.
package resources

import (
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"touchmove/broadcast"
	"touchmove/broadcast/broker"
	"touchmove/configs"
	"touchmove/daemon/control"
	"touchmove/eventlog"
	"touchmove/internal/envelope"
)

// Resources is a configuration with all that it names in other files and in the
// environment: passwords, certificates, who plays whom, calibrations. It is read
// before anything is opened, so that what is missing is told while the boards still
// play under the configuration before, and so that they can go back to that one
// whatever has become of its files since.
type Resources struct {
	Config *configs.Config

	Broker    broadcast.Broker // elsewhere
	Embedded  broker.Options   // or our own
	ScreenTLS *tls.Config      // of the screen's way to a broker elsewhere; nil trusts what the system trusts
	Sheets    []*Sheet         // a board each; nil has none

	roster *roster
}

// Read reads what a configuration names. The error joins everything that is wrong,
// each a line that names the file or the variable; what works and is probably not
// meant is logged. now is for certificates whose time is over.
func Read(c *configs.Config, now time.Time, log *slog.Logger) (*Resources, error) {
	r := &Resources{Config: c}
	var errs []error
	note := func(err error) {
		if err != nil {
			errs = append(errs, err)
		}
	}
	if c.MQTT.Embedded() {
		note(r.readEmbedded(now, log))
	} else {
		note(r.readBroker(now, log))
	}
	if c.Screen.Listen != "" && !c.MQTT.Embedded() {
		r.ScreenTLS, _ = openTLS(configs.TLS{CA: c.MQTT.TLS.CA}, now, log) // its error has been told
	}
	var err error
	r.roster, err = openRoster(c.Event, log)
	note(err)
	for _, key := range c.Event.EnvelopeKeys {
		if err := envelope.CheckPublic(key); err != nil {
			note(fmt.Errorf("envelope_keys under [event]: %w", err))
		}
	}
	note(control.Sockets{Arbiters: c.Control.Arbiters, Technicians: c.Control.Technicians}.Check())
	for _, board := range c.Boards {
		s, err := ReadSheet(c, board)
		if err != nil {
			note(fmt.Errorf("board %s: %w", board.ID, err))
		}
		r.Sheets = append(r.Sheets, s)
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	return r, nil
}

// Pairing returns who plays at a board as the event file has it; false when it says
// nothing of that board.
func (r *Resources) Pairing(board string) (eventlog.Pairing, bool) { return r.roster.pairing(board) }
