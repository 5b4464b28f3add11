package daemon_test

import (
	"bytes"
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"touchmove/calibration"
	calibrationfile "touchmove/calibration/file"
	"touchmove/configs"
	"touchmove/daemon"
	"touchmove/daemon/hardware"
	"touchmove/eventlog"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/scan"
	"touchmove/sensors/sim/chips"
	"touchmove/sensors/wiring"
)

// sheetOf returns the calibration of a sound board of eight ADS7138.
func sheetOf(date time.Time) *calibration.Sheet {
	s := calibration.NewSheet(calibration.Sensors{Sensing: sensors.Polarity, Linear: true}, calibration.RowMajor())
	s.Board, s.Date, s.Program, s.Driver = "hall-7", date, "0.1.0", "ads7138"
	for sq := range s.Squares {
		s.Squares[sq] = calibration.Square{
			Zero: 2048, White: 512, Black: -512, AtW: calibration.Threshold{Enter: 256, Leave: 180}, AtB: calibration.Threshold{Enter: -256, Leave: -180},
			Noise: 2.5, Margin: 12, From: rules.NoSquare,
		}
	}
	return s
}

// linearBoard returns the configuration of a board of eight ADS7138, in a directory of
// its own.
func linearBoard(t *testing.T) (*configs.Config, string) {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, "hall.toml")
	text := "state = \"state\"\n[mqtt]\nlisten = \"127.0.0.1:0\"\nwebsocket = \"\"\n[screen]\nlisten = \"\"\n" +
		"[[board]]\nid = \"hall-7\"\nsensing = \"polarity\"\nscan_hz = 10\nwiring = { driver = \"simulated\", chip = \"ads7138\", style = \"polarity\" }\n"
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	c, faults, err := configs.Load(path)
	if err != nil || len(faults) > 0 {
		t.Fatal(err, faults)
	}
	return c, filepath.Join(dir, "hall-7.levels.toml")
}

// A zero that drifts is reported once, with its square, as an alarm. An old calibration
// raises an alarm too. Both alarms end with their cause.
func TestDriftIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		squares := wiring.Natural(0)
		wired := wiring.Converters{
			Chip: "ads7138", Bus: "1", Bank: wiring.Bank{Addrs: []uint16{0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17}}, Levels: wiring.Levels{SupplyMV: 3300, EnterMV: 200, LeaveMV: 150}, Squares: squares,
		}
		pins := chips.NewBoard()
		twins, err := wiring.NewTwins(wired, scan.ClockLines{}, pins, nil)
		if err != nil {
			t.Fatal(err)
		}
		board, err := hardware.OpenOn(twins, configs.Board{ID: "hall-7", Sensing: sensors.Polarity, ScanHz: 1, Wiring: wired}, hardware.Played{})
		if err != nil {
			t.Fatal(err)
		}
		defer board.Close()
		board.Sheet = sheetOf(time.Now().Add(-calibration.OldAfter + time.Hour))
		if board.Table, err = board.Sheet.Table(); err != nil {
			t.Fatal(err)
		}
		h := header
		h.Sensing = sensors.Polarity
		var log bytes.Buffer
		s, err := daemon.OpenSession(filepath.Join(t.TempDir(), "b"), "hall-7", h, time.Now(), slog.New(slog.NewTextHandler(&log, nil)))
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		finished := make(chan error, 1)
		go func() { finished <- s.Loop.Run(daemon.NewLive(board, 0, nil, nil).Records(ctx, s.Loop)) }()
		alarms := func() string {
			told, _ := s.History.From(0)
			var state eventlog.State
			for _, e := range told {
				state.Apply(e)
			}
			var ids []string
			for _, a := range state.Alarms() {
				ids = append(ids, strings.Join(append([]string{string(a.ID)}, a.Squares...), " "))
			}
			return strings.Join(ids, ", ")
		}
		for _, c := range []struct {
			shift float64 // of e5, in mV
			wait  time.Duration
			want  string
		}{
			{0, 3 * time.Minute, ""},
			{60, 5 * time.Minute, "calibration_drifted e5"},
			{45, 5 * time.Minute, "calibration_drifted e5"}, // still off, and not reported again
			{5, 5 * time.Minute, ""},
			{0, 2 * time.Hour, "calibration_old"},
			{-60, 5 * time.Minute, "calibration_drifted e5, calibration_old"},
		} {
			pins.Shift(rules.E5, c.shift)
			time.Sleep(c.wait)
			synctest.Wait()
			if got := alarms(); got != c.want {
				t.Errorf("shifted by %v mV: alarms %q, want %q", c.shift, got, c.want)
			}
		}
		stop()
		if err := <-finished; err != nil {
			t.Error(err)
		}
		if err := s.Store.Journal.Close(); err != nil {
			t.Error(err)
		}
		if n := strings.Count(log.String(), "reads differently from when it was calibrated"); n != 2 || !strings.Contains(log.String(), "square=e5") {
			t.Errorf("told %d times in the log:\n%s", n, log.String())
		}
	})
}

// A board is read by its calibration if it fits, and by its configuration if it does
// not. A broken file stops the daemon with its line.
func TestOpenCalibrated(t *testing.T) {
	other := sheetOf(time.Now())
	other.Board = "hall-8"
	turned := sheetOf(time.Now())
	turned.WiringFound, turned.Wiring = true, turned.Wiring.Turned(2)
	wiringOnly := calibration.NewSheet(calibration.Sensors{Sensing: sensors.Polarity, Linear: true}, calibration.RowMajor().Turned(1))
	wiringOnly.Board, wiringOnly.Date, wiringOnly.WiringFound = "hall-7", time.Now(), true
	for _, c := range []struct {
		name string
		text []byte // nil means no file
		err  string
		says string // in the log
	}{
		{"none", nil, "", ""},
		{"fits", calibrationfile.Format(sheetOf(time.Now())), "", "msg=calibrated"},
		{"old", calibrationfile.Format(sheetOf(time.Now().Add(-41 * 24 * time.Hour))), "", "days=41"},
		{"turned", calibrationfile.Format(turned), "", "msg=calibrated"},
		{"wiring alone", calibrationfile.Format(wiringOnly), "", ""},
		{"of another board", calibrationfile.Format(other), "", "it was measured on board hall-8, and this is hall-7: calibrate the board again"},
		{"broken", []byte("calibration = 1\nboard = 3\n"), "hall-7.levels.toml:2:", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			config, path := linearBoard(t)
			if c.text != nil {
				if err := os.WriteFile(path, c.text, 0o644); err != nil {
					t.Fatal(err)
				}
				config.Boards[0].Calibration = path
			}
			var log bytes.Buffer
			d, err := daemon.Open(config, "v1", slog.New(slog.NewTextHandler(&log, nil)))
			if c.err != "" {
				if err == nil || !strings.Contains(err.Error(), c.err) {
					t.Fatalf("error %v, want %q", err, c.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			ctx, stop := context.WithCancel(t.Context())
			stop()
			if err := d.Run(ctx); err != nil {
				t.Error(err)
			}
			if !strings.Contains(log.String(), c.says) || c.says == "" && strings.Contains(log.String(), "level=WARN") {
				t.Errorf("the log does not say %q:\n%s", c.says, log.String())
			}
		})
	}
	t.Run("from practice", func(t *testing.T) {
		config, path := linearBoard(t)
		if err := os.WriteFile(path, []byte("broken"), 0o644); err != nil {
			t.Fatal(err)
		}
		d, err := daemon.Open(config, "v1", quiet)
		if err != nil {
			t.Fatal("a calibration that is not named is read:", err)
		}
		ctx, stop := context.WithCancel(t.Context())
		stop()
		if err := d.Run(ctx); err != nil {
			t.Error(err)
		}
	})
	t.Run("named and missing", func(t *testing.T) {
		config, path := linearBoard(t)
		config.Boards[0].Calibration = path
		if _, err := daemon.Open(config, "v1", quiet); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("error %v", err)
		}
	})
}
