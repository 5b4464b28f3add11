package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"touchmove/sensors/sim/chips"
	"touchmove/sensors/wiring"
	"touchmove/test/kernel/cp2112"
)

// plugIn gives the machine's kernel a USB bridge with a board of four TCA9555 behind it.
func plugIn() (*chips.Board, error) {
	board, bus := chips.NewBoard(), chips.NewBus("board")
	board.TCA9555s(bus, wiring.Natural(0), 0x20, 0x21, 0x22, 0x23)
	uhid, err := os.OpenFile("/dev/uhid", os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	_ = uhid.Fd() // from now on a read waits in the kernel
	bridge, err := cp2112.Plug(uhid, "board", bus, nil, 0)
	if err != nil {
		return nil, err
	}
	go func() {
		if err := bridge.Serve(); err != nil {
			fmt.Println("evening: the bridge:", err)
		}
	}()
	for limit := time.Now().Add(time.Minute); time.Now().Before(limit); time.Sleep(100 * time.Millisecond) {
		if found, err := filepath.Glob("/sys/bus/i2c/devices/i2c-*"); err == nil && len(found) > 0 && bridge.Reports() > 0 {
			fmt.Println("evening: a board of four TCA9555 is plugged in")
			return board, nil
		}
	}
	return nil, fmt.Errorf("the kernel has no bus of the bridge's within a minute")
}
