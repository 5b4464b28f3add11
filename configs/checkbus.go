package configs

import (
	"fmt"
	"time"

	"touchmove/internal/strict"
	"touchmove/sensors/wiring"
)

func (k *checker) bus(raw *wiringTable, path string) string {
	if raw.Bus == nil {
		return defaultBus
	}
	if *raw.Bus == "" {
		k.Fault(path+".bus", "bus: no name", `write bus = "1", or the name under /dev`)
	}
	return *raw.Bus
}

// some refuses an empty list in a part of a board. The number of channels is not checked
// for a part, as it is for a whole board.
func (k *checker) some(n int, path, what, remedy string) {
	if n == 0 && k.partial {
		k.Fault(path, what, remedy)
	}
}

// addresses checks a list of addresses: each is allowed and occurs once.
func (k *checker) addresses(list []int64, path, part string, allowed wiring.Addresses) []uint16 {
	var addrs []uint16
	seen := map[int64]bool{}
	for i, a := range list {
		k.address(a, path+strict.Index(i), "addrs", part, allowed)
		if seen[a] {
			k.Fault(path+strict.Index(i), fmt.Sprintf("addrs: 0x%02x is there twice", a), "give each chip an address of its own by "+allowed.Pins)
		}
		seen[a] = true
		addrs = append(addrs, uint16(a))
	}
	return addrs
}

func (k *checker) address(a int64, path, key, part string, allowed wiring.Addresses) {
	if !allowed.Allow(a) {
		k.Fault(path, fmt.Sprintf("%s: 0x%02x is not an address of %s %s", key, a, wiring.Article(part), part), allowed.Help)
	}
}

func (k *checker) active(raw *wiringTable, path string) bool {
	return raw.Active != nil && k.Choice(path+".active", "active", *raw.Active, []string{"low", "high"}) == 1
}

func (k *checker) settle(raw *wiringTable, path string, otherwise int64, suits string) time.Duration {
	us := otherwise
	if raw.SettleUS != nil {
		if us = *raw.SettleUS; us < 0 || us > 5000 {
			k.Fault(path+".settle_us", fmt.Sprintf("settle_us: %d", us), "write 0 to 5000 microseconds; "+suits)
		}
	}
	return time.Duration(min(max(us, 0), 5000)) * time.Microsecond
}
