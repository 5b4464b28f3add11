package configs

import (
	"fmt"
	"strings"

	"touchmove/sensors/wiring"
)

// levels checks the levels that apply to all sensors of a wiring.
func (k *checker) levels(raw *wiringTable, path string) (l wiring.Levels) {
	usual := wiring.UsualLevels
	l.SupplyMV = k.millivolts(raw.SupplyMV, path+".supply_mv", levelKey{usual.SupplyMV, 2000, 5500, "the supply of the sensors"})
	l.EnterMV = k.millivolts(raw.EnterMV, path+".enter_mv", levelKey{usual.EnterMV, 10, 2750, "how far from half the supply a piece is detected"})
	l.LeaveMV = k.millivolts(raw.LeaveMV, path+".leave_mv", levelKey{usual.LeaveMV, 5, 2750, "less than enter_mv"})
	if l.LeaveMV >= l.EnterMV {
		k.Fault(k.FirstWritten(path+".leave_mv", path+".enter_mv"), fmt.Sprintf("leave_mv: %d is not less than enter_mv, %d: noise would make a piece come and go", l.LeaveMV, l.EnterMV), "write a leave_mv about three quarters of enter_mv")
	}
	return l
}

// levelKey is a key for a voltage.
type levelKey struct {
	usual, least, most int // mV
	what               string
}

// millivolts checks what is written for a key at a path, or returns what is usual.
func (k *checker) millivolts(written *int64, path string, key levelKey) int {
	if written == nil {
		return key.usual
	}
	if *written < int64(key.least) || *written > int64(key.most) {
		name := path[strings.LastIndexByte(path, '.')+1:]
		k.Fault(path, fmt.Sprintf("%s: %d mV", name, *written), fmt.Sprintf("write %d to %d: %s", key.least, key.most, key.what))
	}
	return int(*written)
}
