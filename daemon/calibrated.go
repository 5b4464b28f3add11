package daemon

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"slices"
	"time"

	"touchmove/calibration"
	"touchmove/configs"
	"touchmove/rules"
	"touchmove/sensors"
)

// Fits says whether what was measured belongs to a board as it is configured
// now. The error says what differs and what to do.
func Fits(s *calibration.Sheet, id string, wiring []rules.Square, sensing sensors.Sensing, linear bool) error {
	again := "calibrate the board again"
	switch {
	case s.Board != id:
		return fmt.Errorf("it was measured of board %s, and this is %s: %s", s.Board, id, again)
	case s.Sensing != sensing:
		return fmt.Errorf("it was measured with sensing %v, and the configuration says %v: %s", s.Sensing, sensing, again)
	case s.Linear != linear:
		return fmt.Errorf("it was measured of other sensors (linear or digital) than are configured: %s", again)
	case len(s.Wiring) != len(wiring):
		return fmt.Errorf("it was measured on %d channels, and %d are configured: %s", len(s.Wiring), len(wiring), again)
	case !s.Sought && !slices.Equal(s.Wiring, wiring):
		return fmt.Errorf("the squares were wired otherwise when it was measured: %s", again)
	}
	return nil
}

// TwinOf returns the wiring of a simulated board's twin, any other wiring as it
// is.
func TwinOf(w configs.Wiring) (configs.Wiring, error) {
	if s, ok := w.(configs.Simulated); ok {
		return simulated(s.Chip)
	}
	return w, nil
}

// readSheet reads the calibration of a board, nil when there is none and none
// is asked for. What somebody measured of a simulated board in practice, faults
// and all, is not true of the one that plays: its configuration has to name it.
func readSheet(c *configs.Config, board configs.Board) (*sheet, error) {
	path, must := c.CalibrationOf(board)
	if _, simulated := board.Wiring.(configs.Simulated); path == "" || simulated && !must {
		return nil, nil
	}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) && !must {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("calibration: %w", err)
	}
	s, faults := configs.ParseSheet(path, text)
	if faults.Broken() {
		return nil, fmt.Errorf("calibration: %w", faults)
	}
	return &sheet{s, path}, nil
}

// sheet is a calibration, and the file that it stands in.
type sheet struct {
	*calibration.Sheet
	path string
}

// calibrate has a board read as it was measured. A calibration that does not
// fit is not used, and that is told: the board is played on with the levels of
// its configuration.
func (b *Board) calibrate(s *sheet, board configs.Board, now time.Time, log *slog.Logger) error {
	if s == nil {
		return nil
	}
	path := s.path
	table, ok := b.Table.(*calibration.Table)
	if !ok {
		return nil
	}
	if err := Fits(s.Sheet, board.ID, b.Squares, board.Sensing, table.Linear()); err != nil {
		log.Warn("the calibration is not used", "file", path, "error", err)
		return nil
	}
	setup := s.Setup()
	if !s.Measured() { // only the wiring is known
		setup = calibration.Board{Sensing: board.Sensing, Wiring: s.Wiring, Unwired: s.Unwired, ActiveLow: table.ActiveLow() && !table.Linear()}
		if table.Linear() {
			setup.Levels = b.moved(s.Wiring)
		}
	}
	var err error
	if b.Table, err = calibration.NewTable(setup); err != nil {
		return fmt.Errorf("calibration %s: %w", path, err)
	}
	b.Squares = s.Wiring
	if setup.Levels != nil {
		b.levels = setup.Levels
	}
	if !s.Measured() {
		return nil
	}
	b.Sheet = s.Sheet
	days, old := s.Old(now)
	if old {
		log.Warn("the calibration is old: measure the board again", "file", path, "days", days)
	}
	log.Info("calibrated", "file", path, "measured", s.Date.Format(time.RFC3339), "board", s.Light().String())
	return nil
}

// moved are the configured levels, which belong to channels, by the squares that
// the channels were found to serve.
func (b *Board) moved(found []rules.Square) *[64]calibration.Levels {
	var levels [64]calibration.Levels
	for ch, sq := range found {
		if sq == rules.NoSquare {
			continue
		}
		if was := b.Squares[ch]; was != rules.NoSquare {
			levels[sq] = b.levels[was]
		} else {
			levels[sq] = b.levels[sq]
		}
	}
	return &levels
}
