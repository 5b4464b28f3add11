// Package traffic keeps recordings of a driver's bytes on an I2C bus as text, one
// transaction per line, for tests that require the same bytes again:
//
//	0x20 > 0c < ff ff 00 00 00 00 fe ff
//
// is a write of 0c to the chip at 0x20 and a read of eight bytes after it. The
// recordings in this project were taken from the twins in sensors/sim/chips.
package traffic

import (
	"encoding/hex"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/i2c/i2ctest"
)

var update = flag.Bool("update", false, "record the bus traffic again")

// Test runs use on a bus that requires the bytes of testdata/NAME.i2c, where NAME
// is that of the test, and answers as recorded there. Recorded bytes that were
// never requested fail the test as well. With -update, it first runs use on the
// given bus, a chip or its twin, and records it.
func Test(t *testing.T, on i2c.Bus, use func(i2c.Bus)) {
	t.Helper()
	name := filepath.Join("testdata", strings.ReplaceAll(t.Name(), "/", "-")+".i2c")
	if *update {
		rec := &i2ctest.Record{Bus: on}
		use(rec)
		err := os.MkdirAll(filepath.Dir(name), 0o755) // not there yet for a new chip
		if err == nil {
			err = os.WriteFile(name, format(rec.Ops), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	raw, err := os.ReadFile(name)
	if err != nil {
		t.Fatalf("%v (-update records it)", err)
	}
	ops, err := parse(string(raw))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	bus := &i2ctest.Playback{Ops: ops, DontPanic: true}
	use(bus)
	if err := bus.Close(); err != nil {
		t.Error(err)
	}
}

func format(ops []i2ctest.IO) []byte {
	var b strings.Builder
	for _, op := range ops {
		fmt.Fprintf(&b, "0x%02x", op.Addr)
		if len(op.W) > 0 {
			fmt.Fprintf(&b, " > % x", op.W)
		}
		if len(op.R) > 0 {
			fmt.Fprintf(&b, " < % x", op.R)
		}
		b.WriteByte('\n')
	}
	return []byte(b.String())
}

func parse(text string) ([]i2ctest.IO, error) {
	var ops []i2ctest.IO
	for i, line := range strings.Split(strings.TrimSpace(text), "\n") {
		var op i2ctest.IO
		head, read, _ := strings.Cut(line, "<")
		addr, written, _ := strings.Cut(head, ">")
		var err error
		if _, err = fmt.Sscanf(addr, "0x%x", &op.Addr); err == nil {
			op.W, err = bytesOf(written)
		}
		if err == nil {
			op.R, err = bytesOf(read)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", i+1, err)
		}
		ops = append(ops, op)
	}
	return ops, nil
}

func bytesOf(text string) ([]byte, error) {
	return hex.DecodeString(strings.ReplaceAll(strings.TrimSpace(text), " ", ""))
}
