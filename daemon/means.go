package daemon

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
	"touchmove/internal/envelope"
)

// Means is a configuration with all that it names in other files and in the
// environment: passwords, certificates, who plays whom, calibrations. It is read
// before anything is opened, so that what is missing is told while the boards still
// play under the configuration before, and so that they can go back to that one
// whatever has become of its files since.
type Means struct {
	Config *configs.Config

	broker   broadcast.Broker // elsewhere
	embedded broker.Options   // or our own
	secured  *tls.Config      // of the screen's way to the broker
	roster   *roster
	sheets   []*sheet // a board each; nil has none
}

// Read reads what a configuration names. The error joins everything that is wrong,
// each a line that names the file or the variable; what works and is probably not
// meant is logged.
func Read(c *configs.Config, log *slog.Logger) (*Means, error) {
	m := &Means{Config: c}
	var errs []error
	note := func(err error) {
		if err != nil {
			errs = append(errs, err)
		}
	}
	if c.MQTT.Embedded() {
		note(m.readEmbedded(log))
	} else {
		note(m.readBroker(log))
	}
	if c.Screen.Listen != "" && !c.MQTT.Embedded() {
		m.secured, _ = openTLS(configs.TLS{CA: c.MQTT.TLS.CA}, time.Now(), log) // its error has been told
	}
	var err error
	m.roster, err = openRoster(c.Event, log)
	note(err)
	for _, key := range c.Event.EnvelopeKeys {
		if err := envelope.CheckPublic(key); err != nil {
			note(fmt.Errorf("envelope_keys under [event]: %w", err))
		}
	}
	note(control.Sockets{Arbiters: c.Control.Arbiters, Technicians: c.Control.Technicians}.Check())
	for _, board := range c.Boards {
		s, err := readSheet(c, board)
		if err != nil {
			note(fmt.Errorf("board %s: %w", board.ID, err))
		}
		m.sheets = append(m.sheets, s)
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	return m, nil
}
