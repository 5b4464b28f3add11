package main

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"touchmove/configs"
	"touchmove/daemon/resources"
	"touchmove/internal/strict"
)

// checkResources returns the faults in the files and environment variables that a
// configuration names, as the daemon would find them when it starts. Calibrations
// are not among them.
func checkResources(name string, c *configs.Config) []strict.Fault {
	bare := *c
	bare.Boards = nil
	warned := &warnings{}
	_, err := resources.Read(&bare, time.Now(), slog.New(warned))
	faults := warned.faults
	for _, err := range apart(err) {
		f := strict.Fault{File: name, What: err.Error()}
		var unset *configs.UnsetError
		switch {
		case errors.As(err, &unset): // the daemon's environment may differ from this one
			f.Warning, f.Remedy = true, "`run` does not start here without it: give it to the daemon, as with Environment= or EnvironmentFile= in its unit, or use password_file"
		case errors.Is(err, fs.ErrNotExist):
			f.Remedy = noSuchFile
		case errors.Is(err, fs.ErrPermission):
			f.Warning, f.Remedy = true, "to check that the daemon may read it, run `sudo -u touchmove touchmove check "+name+"`"
		}
		faults = append(faults, named(f, err))
	}
	return faults
}

var inQuotes = regexp.MustCompile(`"([^"]*)"`)

// named adds to a fault the line of the configuration that names the file which an error is about.
func named(f strict.Fault, err error) strict.Fault {
	var wrong *fs.PathError
	text, unread := os.ReadFile(f.File)
	if unread != nil || !errors.As(err, &wrong) {
		return f
	}
	for i, line := range strings.Split(string(text), "\n") {
		for _, at := range inQuotes.FindAllStringSubmatchIndex(line, -1) {
			path := line[at[2]:at[3]]
			if path != "" && (path == wrong.Path || filepath.Join(filepath.Dir(f.File), path) == wrong.Path) {
				f.Line, f.Column, f.Width, f.Source = i+1, at[2]+1, at[3]-at[2], strings.TrimSuffix(line, "\r")
				return f
			}
		}
	}
	return f
}

// missingFiles returns those faults alone that a file names which does not exist, for a configuration with other faults:
// what else is wrong with its files may follow from those.
func missingFiles(name string, c *configs.Config) (missing []strict.Fault) {
	bare := *c
	bare.Boards = nil
	_, err := resources.Read(&bare, time.Now(), slog.New(slog.DiscardHandler))
	for _, err := range apart(err) {
		if errors.Is(err, fs.ErrNotExist) {
			missing = append(missing, named(strict.Fault{File: name, What: err.Error(), Remedy: noSuchFile}, err))
		}
	}
	return missing
}

const noSuchFile = "`touchmove run` does not start without it: put it there, or remove the key"

// apart flattens a joined error, including joined errors inside it.
func apart(err error) (list []error) {
	if err == nil {
		return nil
	}
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return []error{err}
	}
	for _, one := range joined.Unwrap() {
		list = append(list, apart(one)...)
	}
	return list
}

// warnings is a log handler that turns each warning into a fault.
type warnings struct{ faults []strict.Fault }

// Enabled implements slog.Handler.
func (w *warnings) Enabled(_ context.Context, level slog.Level) bool { return level >= slog.LevelWarn }

// Handle implements slog.Handler.
func (w *warnings) Handle(_ context.Context, r slog.Record) error {
	f := strict.Fault{What: r.Message, Warning: true}
	var more []string
	r.Attrs(func(a slog.Attr) bool {
		switch a.Key {
		case "file":
			f.File = a.Value.String()
		case "fault":
			if one, ok := a.Value.Any().(strict.Fault); ok {
				f = one
				f.Warning = true
				break
			}
			more = append(more, a.Value.String())
		default:
			more = append(more, a.Key+" "+a.Value.String())
		}
		return true
	})
	if len(more) > 0 {
		f.What += ", " + strings.Join(more, ", ")
	}
	if !slices.Contains(w.faults, f) { // two users may share a file
		w.faults = append(w.faults, f)
	}
	return nil
}

// WithAttrs implements slog.Handler.
func (w *warnings) WithAttrs([]slog.Attr) slog.Handler { return w }

// WithGroup implements slog.Handler.
func (w *warnings) WithGroup(string) slog.Handler { return w }
