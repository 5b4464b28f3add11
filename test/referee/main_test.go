package main

import (
	"os"
	"runtime/debug"
	"testing"
)

// TestMain lets five times as much garbage gather as Go does: these tests play thousands of games and keep none, and
// collecting took a quarter of their time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(500)
	os.Exit(m.Run())
}
