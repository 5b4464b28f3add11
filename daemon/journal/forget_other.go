//go:build !linux

package journal

import "os"

// forget does nothing: boards run on Linux only.
func forget(*os.File) error { return nil }

// syncData stores everything: boards run on Linux only.
func syncData(f *os.File) error { return f.Sync() }
