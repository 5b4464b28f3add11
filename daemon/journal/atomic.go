package journal

import (
	"fmt"
	"os"
	"path/filepath"
)

// WriteFile puts text into a file so that a power cut leaves the old file or
// the new one, never half of one. A file that says the same already is left
// alone, so that a card is not worn by it. What is no file, as a pipe or
// /dev/stdout, is written into, and a link stays one.
func WriteFile(path string, text []byte) (err error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return fmt.Errorf("%s is a directory: name a file in it", path)
	} else if err == nil && !info.Mode().IsRegular() {
		return writeInto(path, text)
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	if old, err := os.ReadFile(path); err == nil && string(old) == string(text) {
		return nil
	}
	dir := filepath.Dir(path)
	if err := MakeDir(dir); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(f.Name())
		}
	}()
	_, err = f.Write(text)
	for _, step := range []func() error{func() error { return f.Chmod(0o644) }, f.Sync} {
		if err == nil {
			err = step()
		}
	}
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err == nil {
		err = OS{}.SyncDir(dir)
	}
	return err
}

func writeInto(path string, text []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if closing := f.Close(); err == nil {
		err = closing
	}
	return err
}
