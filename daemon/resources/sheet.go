package resources

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"time"

	"touchmove/calibration"
	calibrationfile "touchmove/calibration/file"
	"touchmove/configs"
	"touchmove/internal/regularfile"
	"touchmove/sensors/scan"
)

// Sheet is a calibration and its file.
type Sheet struct {
	*calibration.Sheet
	Path string
}

// ReadSheet reads the calibration of a board, nil if there is none and none is
// configured. A simulated board that plays does not use the calibration made by
// practising on one with simulated faults, unless its configuration names the file.
func ReadSheet(c *configs.Config, board configs.Board) (*Sheet, error) {
	path, must := c.CalibrationOf(board)
	if _, simulated := board.Wiring.(configs.Simulated); path == "" || simulated && !must {
		return nil, nil
	}
	text, err := regularfile.Read(path, longestFile)
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
	return &Sheet{s, path}, nil
}

// Apply makes a board use its calibration; nil changes nothing. A calibration that does
// not fit is logged and not used: the board plays with the levels of its configuration.
func (s *Sheet) Apply(b *scan.Board, board configs.Board, now time.Time, log *slog.Logger) error {
	if s == nil {
		return nil
	}
	table, ok := b.Table.(*calibration.Table)
	if !ok {
		return nil
	}
	if err := s.Fits(board.ID, b.Squares, board.Sensing, table.Linear()); err != nil {
		log.Warn("the calibration is not used", "file", s.Path, "error", err)
		return nil
	}
	if err := b.Calibrate(s.Sheet); err != nil {
		return fmt.Errorf("calibration %s: %w", s.Path, err)
	}
	if !s.Measured() {
		return nil // only the wiring is known
	}
	if days, old := s.Old(now); old {
		log.Warn("the calibration is old: recalibrate the board", "file", s.Path, "days", days)
	}
	log.Info("calibrated", "file", s.Path, "measured", s.Date.Format(time.RFC3339), "board", s.Light().String())
	return nil
}
