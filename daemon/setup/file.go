package setup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"touchmove/configs"
	"touchmove/daemon/doctor"
	"touchmove/internal/terminal"
)

// there says what to do if the file of the configuration exists already and is no demonstration. It
// stays as it is, unless the user wants to put it aside.
func (s *Session) there(ctx context.Context) error {
	path := s.Place.File
	if path == "" {
		return nil // the name of the board decides
	}
	if _, err := os.Lstat(path); err != nil || demonstration(path) {
		return nil
	}
	never := fmt.Errorf("%s exists already and is never overwritten: name another file with --output, or look at it with `touchmove check %s`", path, path)
	if s.yes {
		return never
	}
	s.page("already done", "")
	s.say(path + " exists already, and is never overwritten.")
	config, _, err := configs.Load(path)
	switch {
	case err != nil:
		s.printf("  %s it has faults. To see them:\n\n     %s\n", paint(s.style.Bad, "✖"), paint(s.style.Info, "touchmove check "+path))
	default:
		for _, b := range config.Boards {
			s.printf("  %s board %s: %s\n", paint(s.style.OK, "●"), b.ID, b.Wiring)
		}
		s.printf("\n")
		s.next(path)
	}
	s.keys("Enter", "leave it as it is", "a", "put it aside and start again", "q", "leave")
	key, _, err := s.key(ctx, "Put aside, the file gets an unused name in the same folder, such as "+filepath.Base(unusedAside(path))+". Nothing in it changes.", nil, "", "a")
	if err != nil {
		return err
	}
	if s.renew = key == "a"; !s.renew {
		return ErrThere
	}
	return nil
}

// file shows the whole configuration, and writes it if there is no such file yet.
func (s *Session) file(ctx context.Context) error {
	s.page(fmt.Sprintf("step 3 of %d: the file", steps), "~10 s left")
	s.choices.State, s.choices.Arbiters, s.choices.Technicians = s.Place.State, s.Place.Arbiters, s.Place.Technicians
	s.choices.Rates = map[string]int{}
	for _, bus := range s.survey.Buses {
		s.choices.Rates[strconv.Itoa(bus.Number)] = bus.Hz
	}
	text := s.choices.Text()
	path := s.Place.path(s.choices.Board)
	s.printf("  This is the whole configuration. It goes to %s.\n\n", path)
	for line := range strings.Lines(string(text)) {
		s.printf("%s\n", strings.TrimRight("     "+line, " \n"))
	}
	s.printf("\n")
	config, faults := configs.Parse(path, text)
	if config == nil {
		return fmt.Errorf("setup wrote a configuration that has faults, which is an error in this program: %w", faults)
	}
	s.printf("  %s checked: no errors\n", paint(s.style.OK, "●"))
	var remedies []string
	for _, f := range faults {
		remedies = append(remedies, f.Remedy)
		s.printf("  %s %s\n", paint(s.style.Warn, "▲"), strings.Join(terminal.Wrap(f.What+": "+f.Remedy, 74), "\n    "))
	}
	if !s.practise {
		for _, f := range s.Examine(config) {
			advised := slices.Contains(remedies, f.Remedy) // the file's warnings have it already
			if !advised && (f.Level == doctor.Fault || f.Level == doctor.Warning) {
				s.finding(f)
			}
		}
	}
	aside, err := s.makeRoom(ctx, path)
	if err != nil {
		return err
	}
	s.keys("Enter", "write it", "q", "stop, write nothing")
	if _, _, err := s.key(ctx, "You can change the file afterwards with any editor: docs/config.md has every key, and touchmove check finds what is wrong in it.", nil, ""); err != nil {
		return err
	}
	if aside != "" {
		if err := os.Rename(path, aside); err != nil {
			return fmt.Errorf("%s cannot be put aside: %w", path, err)
		}
	}
	if err := s.write(path, text); err != nil {
		if aside != "" {
			err = errors.Join(err, os.Rename(aside, path))
		}
		return err
	}
	s.path = path
	return nil
}

// makeRoom checks whether there is a file at the path. A file with nothing but simulated boards,
// such as the package's, may be put aside, under an unused name, and so may one that the user has
// agreed to put aside; any other file stays.
func (s *Session) makeRoom(ctx context.Context, path string) (aside string, err error) {
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		return "", nil
	} else if err != nil {
		return "", err
	}
	if s.renew {
		return unusedAside(path), nil
	}
	if !demonstration(path) {
		return "", fmt.Errorf("%s exists already and is never overwritten: name another file with --output, or look at it with `touchmove check %s`", path, path)
	}
	aside = unusedAside(path)
	s.printf("\n  %s plays a simulated board, for a first look. It is kept as\n  %s.\n", path, filepath.Base(aside))
	put, err := s.agreed(ctx, yesNo{ask: "Put it aside?", help: "yes: it gets that other name, and nothing in it changes. no: setup ends, and writes nothing.", usual: true})
	if err != nil {
		return "", err
	}
	if !put {
		return "", ErrStopped
	}
	return aside, nil
}

// unusedAside returns the name under which a file can be put aside.
func unusedAside(path string) string {
	for n := 1; ; n++ {
		aside := fmt.Sprintf("%s.%d", path, n)
		if _, err := os.Lstat(aside); errors.Is(err, fs.ErrNotExist) || n > 1000 {
			return aside
		}
	}
}

// demonstration reports whether a file is a configuration with only simulated boards.
func demonstration(path string) bool {
	config, _, err := configs.Load(path)
	if err != nil {
		return false
	}
	for _, b := range config.Boards {
		if _, ok := b.Wiring.(configs.Simulated); !ok {
			return false
		}
	}
	return true
}

// write makes the files: first that of the password, which the configuration names. If the
// configuration cannot be written, nothing is left.
func (s *Session) write(path string, text []byte) error {
	var secret string
	if s.choices.Network && s.choices.PasswordFile != "" {
		secret = filepath.Join(filepath.Dir(path), s.choices.PasswordFile)
		hash, err := hashed(s.password)
		if err != nil {
			return err
		}
		if err := s.Place.writeSecret(secret, hash); err != nil {
			return err
		}
	}
	if err := create(path, text, 0o644); err != nil {
		if secret != "" {
			err = errors.Join(err, os.Remove(secret))
		}
		return err
	}
	return nil
}

// create writes a file that does not exist yet.
func create(path string, text []byte, mode fs.FileMode) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s exists already and is never overwritten: name another file with --output", path)
	}
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) {
		return fmt.Errorf("%s cannot be written: %w: change to a folder of your own first (cd), or name a file with --output", path, errors.Unwrap(err))
	}
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		return nil
	}
	if err = errors.Join(err, os.Remove(path)); errors.Is(err, syscall.ENOSPC) {
		return fmt.Errorf("%w: nothing was written: free some space first (df -h %s)", err, filepath.Dir(path))
	}
	return err
}
