package daemon

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"time"

	"touchmove/calibration"
	calibrationfile "touchmove/calibration/file"
	"touchmove/configs"
)

// TwinOf returns the wiring of a simulated board's twin, any other wiring as it
// is.
func TwinOf(w configs.Wiring) (configs.Wiring, error) {
	if s, ok := w.(configs.Simulated); ok {
		return simulated(s.Chip)
	}
	return w, nil
}

// sheet is a calibration, and the file that it stands in.
type sheet struct {
	*calibration.Sheet
	path string
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
	s, faults := calibrationfile.Parse(path, text)
	if faults.Broken() {
		return nil, fmt.Errorf("calibration: %w", faults)
	}
	return &sheet{s, path}, nil
}

// calibrate has a board read as it was measured. A calibration that does not
// fit is not used, and the log says so: the board is played on with the levels
// of its configuration.
func (b *Board) calibrate(s *sheet, board configs.Board, now time.Time, log *slog.Logger) error {
	if s == nil {
		return nil
	}
	table, ok := b.Table.(*calibration.Table)
	if !ok {
		return nil
	}
	if err := s.Fits(board.ID, b.Squares, board.Sensing, table.Linear()); err != nil {
		log.Warn("the calibration is not used", "file", s.path, "error", err)
		return nil
	}
	if err := b.Board.Calibrate(s.Sheet); err != nil {
		return fmt.Errorf("calibration %s: %w", s.path, err)
	}
	if !s.Measured() {
		return nil // only the wiring is known
	}
	if days, old := s.Old(now); old {
		log.Warn("the calibration is old: measure the board again", "file", s.path, "days", days)
	}
	log.Info("calibrated", "file", s.path, "measured", s.Date.Format(time.RFC3339), "board", s.Light().String())
	return nil
}
