package configs

import (
	"fmt"

	"touchmove/sensors/wiring"
)

// levels checks the levels that apply to all sensors of a wiring.
func (k *checker) levels(raw *wiringTable, path string) (l wiring.Levels) {
	usual := wiring.UsualLevels
	l.SupplyMV = k.millivolts(raw.SupplyMV, path, "supply_mv", usual.SupplyMV, 2000, 5500, "the supply of the sensors")
	l.EnterMV = k.millivolts(raw.EnterMV, path, "enter_mv", usual.EnterMV, 10, 2750, "how far from half the supply a piece is detected")
	l.LeaveMV = k.millivolts(raw.LeaveMV, path, "leave_mv", usual.LeaveMV, 5, 2750, "less than enter_mv")
	if l.LeaveMV >= l.EnterMV {
		k.Fault(k.FirstWritten(path+".leave_mv", path+".enter_mv"), fmt.Sprintf("leave_mv: %d is not less than enter_mv, %d: noise would make a piece come and go", l.LeaveMV, l.EnterMV), "write a leave_mv about three quarters of enter_mv")
	}
	return l
}

func (k *checker) millivolts(written *int64, path, key string, otherwise, least, most int, what string) int {
	if written == nil {
		return otherwise
	}
	if *written < int64(least) || *written > int64(most) {
		k.Fault(path+"."+key, fmt.Sprintf("%s: %d mV", key, *written), fmt.Sprintf("write %d to %d: %s", least, most, what))
	}
	return int(*written)
}
