package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/charmbracelet/colorprofile"
	"github.com/spf13/cobra"

	"touchmove/calibration"
	calibrationfile "touchmove/calibration/file"
	"touchmove/calibration/guide"
	"touchmove/configs"
	sockets "touchmove/daemon/control"
	"touchmove/daemon/hardware"
	"touchmove/internal/atomicfile"
	"touchmove/internal/regularfile"
	"touchmove/internal/sleep"
	"touchmove/internal/strict"
	"touchmove/sensors"
	"touchmove/sensors/sim/simboard"
	"touchmove/sensors/trace"
	"touchmove/sensors/wiring"
)

// bench is a board that was opened for calibrate, and the source of its readings.
type bench struct {
	board      guide.Board
	hands      *guide.Hands // nil for a real board, or if no hands are wanted
	style      guide.Style
	save       string // the file for the result; "" saves nothing
	wired      *hardware.Bench
	configured configs.Board
	header     trace.Header // of the recordings made here

	simulated bool
	speed     float64
	began     time.Time
	at        time.Duration // of the previous reading
	hasRead   bool          // a reading was taken: began and at count
}

// practiceBoard is the board that calibrate opens if there is no configuration.
func practiceBoard() configs.Board {
	return configs.Board{
		ID: "practice", Event: "local", Sensing: sensors.Polarity, ScanHz: 100,
		Wiring: configs.Simulated{Chip: "ads7138", Style: "polarity", Seed: 7, Speed: 1},
	}
}

// open opens the board that the flags select.
func (o *calibrateOptions) open(cmd *cobra.Command, c *console) (*bench, error) {
	o.mend = true
	board, sheet, file, err := o.find(c)
	if err != nil {
		return nil, bad(err)
	}
	w, simulated := board.Wiring.(configs.Simulated)
	if err := o.checkFlags(cmd, board.ID, simulated); err != nil {
		return nil, err
	}
	if err := o.checkAlone(board.ID); err != nil && !simulated {
		return nil, err
	}
	var practice *simboard.Practice
	if simulated {
		if cmd.Flags().Changed("seed") {
			w.Seed = o.seed
		}
		board.Wiring = w
		if practice, err = o.practice(cmd); err != nil {
			return nil, err
		}
	}
	wired, err := hardware.OpenBench(board, practice)
	if err != nil {
		return nil, err
	}
	table := wired.Table()
	b := &bench{wired: wired, configured: board, header: o.header(board), simulated: simulated, speed: o.speed, save: file, style: guide.NewStyle(terminalOf(profileOf(c)))}
	b.board = guide.Board{
		ID: board.ID, What: what(board), Driver: board.Wiring.Driver(), Program: programVersion(), Sensing: board.Sensing,
		Linear: table.Linear(), ActiveLow: table.ActiveLow(), Wiring: wired.Squares(), Names: wiring.NamesOf(wired.Wiring), Wires: wiring.SingleWires(wired.Wiring), ScanHz: board.ScanHz,
		Table: table, File: fileWord(file), Options: o.words(), Plan: o.plan(),
	}
	if sheet != nil {
		if err := b.adopt(sheet); err != nil {
			fmt.Fprintf(c.err, "%s: not used: %v\n", file, err)
		}
	}
	if simulated && o.hands {
		b.hands = guide.NewHands(wired.Pins, w.Seed, o.clumsy)
	}
	return b, nil
}

// checkFlags refuses values out of range, and on a real board the flags of simulated ones.
func (o *calibrateOptions) checkFlags(cmd *cobra.Command, board string, simulated bool) error {
	if math.IsNaN(o.speed) || o.speed < 0.1 || o.speed > 1000 {
		return badf("--speed %g: write 0.1 to 1000", o.speed)
	}
	if !(o.clumsy >= 0 && o.clumsy <= 0.5) {
		return badf("--clumsy %g: write 0 to 0.5", o.clumsy)
	}
	for _, flag := range []string{"faults", "speed", "seed", "hands", "clumsy"} {
		if !simulated && cmd.Flags().Changed(flag) {
			return badf("--%s is for simulated boards, and board %s is a real one", flag, board)
		}
	}
	return nil
}

// practice returns the faults of a simulated board: those of --faults, and some for practice without
// a configuration.
func (o *calibrateOptions) practice(cmd *cobra.Command) (*simboard.Practice, error) {
	faults := o.faults
	if o.config == "" && !cmd.Flags().Changed("faults") {
		faults = "some"
	}
	p, err := simboard.ParsePractice(faults)
	if err != nil {
		return nil, badf("--faults: %w", err)
	}
	return p, nil
}

// header returns the header for traces of the board.
func (o *calibrateOptions) header(board configs.Board) trace.Header {
	config := o.read
	if config == nil {
		config = configs.Default()
	}
	h := config.Header(board)
	h.WrittenBy = programVersion()
	return h
}

// adopt continues from an earlier measurement.
func (b *bench) adopt(sheet *calibration.Sheet) error {
	if err := sheet.Fits(b.board.ID, b.board.Wiring, b.board.Sensing, b.board.Linear); err != nil {
		return err
	}
	b.board.Sheet = sheet
	if !sheet.Measured() {
		return nil
	}
	table, err := sheet.Table()
	if err == nil {
		b.board.Table = table
	}
	return err
}

// find reads the configuration and the board's calibration; sheet is nil if there is
// none. file is where the result belongs.
func (o *calibrateOptions) find(c *console) (board configs.Board, sheet *calibration.Sheet, file string, err error) {
	if o.config == "" {
		if o.board != "" {
			return board, nil, "", errors.New("--board: without a configuration there is only the practice board")
		}
		if file = o.output; file != "" {
			sheet, err = readSheet(file)
			if errors.Is(err, fs.ErrNotExist) {
				err = nil
			}
		}
		return practiceBoard(), sheet, file, err
	}
	config, faults, err := configs.Load(o.config)
	if err != nil {
		return board, nil, "", fileError(err)
	}
	for _, f := range faults {
		fmt.Fprintln(c.err, f)
	}
	o.sockets, o.read = config.ControlDir(), config
	if board, err = oneBoard(config, o.config, o.board); err != nil {
		return board, nil, "", err
	}
	file, _ = config.CalibrationOf(board)
	if sheet, err = readSheet(file); errors.Is(err, fs.ErrNotExist) {
		sheet, err = nil, nil // calibrate will make it
	}
	var wrong strict.Faults
	if o.mend && errors.As(err, &wrong) {
		fmt.Fprintf(c.err, "%v: it is not used, and a new one is made\n", err)
		err = nil
	}
	if o.output != "" {
		file = o.output
	}
	return board, sheet, file, err
}

// oneBoard returns the board with this id, or the only board if id is "".
func oneBoard(c *configs.Config, file, id string) (configs.Board, error) {
	var ids []string
	for _, b := range c.Boards {
		if b.ID == id || id == "" && len(c.Boards) == 1 {
			return b, nil
		}
		ids = append(ids, b.ID)
	}
	if id == "" {
		return configs.Board{}, fmt.Errorf("%s has %d boards: choose one with --board: %s", file, len(ids), strings.Join(ids, ", "))
	}
	return configs.Board{}, fmt.Errorf("--board %s: %s has %s", id, file, strings.Join(ids, ", "))
}

// checkAlone returns an error if a daemon on this computer serves the board: two
// programs that read the same chips spoil each other's readings.
func (o *calibrateOptions) checkAlone(id string) error {
	if o.sockets == "" {
		return nil
	}
	daemon, err := sockets.Dial(o.sockets)
	if err != nil {
		return nil // no daemon, or none that this user may ask
	}
	defer daemon.Close()
	boards, err := daemon.Boards()
	if err != nil {
		return nil
	}
	for _, b := range boards {
		if b.Board == id {
			return fmt.Errorf("board %s is read by touchmove run on this computer, and two programs cannot share its chips: stop the daemon first", id)
		}
	}
	return nil
}

// readSheet reads a calibration file.
func readSheet(file string) (*calibration.Sheet, error) {
	text, err := regularfile.Read(file, maxConfig)
	if err != nil {
		return nil, err
	}
	sheet, faults := calibrationfile.Parse(file, text)
	if faults.Broken() {
		return nil, faults
	}
	return sheet, nil
}

// what describes in a few words how a board is wired.
func what(board configs.Board) string {
	if w, ok := board.Wiring.(configs.Simulated); ok {
		like, err := hardware.TwinOf(w)
		if err != nil {
			return "simulated"
		}
		return "simulated " + wiringText(like)
	}
	return wiringText(board.Wiring)
}

// wiringText names a wiring; for a wiring of one part, it leaves out the bus.
func wiringText(w wiring.Wiring) string {
	if parts := w.Parts(); len(parts) != 1 {
		return w.String()
	}
	chips, _, _ := strings.Cut(w.String(), " on I2C bus")
	return chips
}

// words returns the flags that select this board in another command.
func (o *calibrateOptions) words() string {
	var words []string
	if o.config != "" {
		words = append(words, "--config "+o.config)
	}
	if o.board != "" {
		words = append(words, "--board "+o.board)
	}
	return strings.Join(words, " ")
}

// plan returns the command that draws the wiring of the board.
func (o *calibrateOptions) plan() string {
	if o.config == "" {
		return "" // practice: nothing is kept
	}
	plan := "touchmove wiring " + o.config
	if o.board != "" {
		plan += " --board " + o.board
	}
	return plan
}

// keep saves the result.
func (b *bench) keep(s *calibration.Sheet) error {
	return atomicfile.Write(b.save, calibrationfile.Format(s), 0o644)
}

// print prints the report.
func (b *bench) print(out io.Writer, s *calibration.Sheet, plain bool) error {
	r := guide.Report{Board: &b.board, Sheet: s, Age: time.Since(s.Date)}
	_, err := io.WriteString(colored(out), r.Text(&b.style, plain))
	return err
}

func (b *bench) close() error { return b.wired.Close() }

// Next implements guide.Source. A real board is read at the pace of the computer's
// clock, a simulated one at the pace of its simulated time.
func (b *bench) Next(ctx context.Context) (guide.Frame, error) {
	period := b.wired.Period()
	wait := time.Duration(0)
	if !b.hasRead {
		b.hasRead, b.began = true, time.Now()
	} else {
		b.at += period
		real := time.Duration(float64(b.at) / b.pace())
		wait = real - time.Since(b.began)
	}
	if ctx.Err() != nil || wait > 0 && !sleep.For(ctx, wait) {
		return guide.Frame{}, ctx.Err()
	}
	if late := time.Duration(float64(-wait) * b.pace()); !b.simulated && late > period {
		b.at += late // the last reading took longer than its period
	}
	counts, err := b.wired.Read(ctx, b.at)
	return guide.Frame{At: b.at, Counts: counts, Err: err}, ctx.Err()
}

func (b *bench) pace() float64 {
	if b.simulated {
		return b.speed
	}
	return 1
}

// fileWord returns a path as people would say it: relative to the working directory
// if the file is below it.
func fileWord(path string) string {
	if dir, err := os.Getwd(); err == nil {
		if rel, err := filepath.Rel(dir, path); err == nil && !strings.HasPrefix(rel, "..") {
			return rel
		}
	}
	return path
}

// reportedBoard returns what a report needs to know of a board, without opening its
// drivers.
func reportedBoard(board configs.Board, o *calibrateOptions) guide.Board {
	wired := board.Wiring
	if twin, err := hardware.TwinOf(wired); err == nil {
		wired = twin
	}
	return guide.Board{
		ID: board.ID, What: what(board), Driver: board.Wiring.Driver(), Sensing: board.Sensing,
		Wiring: wiring.Served(wired), Names: wiring.NamesOf(wired), Wires: wiring.SingleWires(wired), Options: o.words(), Plan: o.plan(),
	}
}

// profileOf returns the colours that the output can show.
func profileOf(c *console) colorprofile.Profile { return colorprofile.Detect(c.out, os.Environ()) }
