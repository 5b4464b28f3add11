// Package resources reads what a configuration names: passwords, certificates, the
// logo, pairings, calibrations. The daemon opens its boards with them.
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
	"touchmove/screen"
	"touchmove/sensors/scan"
	"touchmove/sensors/scan/host"
	"touchmove/sensors/wiring"
)

// Resources is a configuration with everything that it names in other files and in the
// environment: passwords, certificates, the logo, pairings, calibrations. It is read before
// anything is opened. So anything missing is reported while the boards still play with
// the previous configuration. They can return to that one whatever has happened to its
// files since.
type Resources struct {
	Config *configs.Config

	Broker    broadcast.Broker // an external broker
	Embedded  broker.Options   // or the embedded one
	ScreenTLS *tls.Config      // for the screen's connection to an external broker; nil trusts what the system trusts
	Organiser screen.Organiser // with the logo
	Sheets    []*Sheet         // one for each board; nil without a calibration
	Hardware  Hardware         // of boards that are not simulated: by default this computer

	roster *roster
}

// Hardware is what boards are connected to, with their lamps and buzzers.
type Hardware interface {
	scan.Hardware
	wiring.SignalHardware
}

// Read reads what a configuration names. The error joins everything that is wrong, one
// line each, with the file or the variable. What works but is probably a mistake is
// logged. now is for the validity of certificates.
func Read(c *configs.Config, now time.Time, log *slog.Logger) (*Resources, error) {
	r := &Resources{Config: c, Hardware: host.Computer{}}
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
		r.ScreenTLS, _ = openTLS(configs.TLS{CA: c.MQTT.TLS.CA}, now, log) // its error has been reported
	}
	var err error
	r.Organiser, err = OrganiserOf(c.Organiser)
	note(err)
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

// Pairing returns the players at a board from the event file; false if it does not list
// the board.
func (r *Resources) Pairing(board string) (eventlog.Pairing, bool) { return r.roster.pairing(board) }
