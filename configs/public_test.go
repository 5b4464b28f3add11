package configs_test

import (
	"testing"
	"time"

	"touchmove/configs"
)

const oneBoard = "[[board]]\nid = \"hall-7\"\n[board.wiring]\ndriver = \"simulated\"\n"

// With a delay, and only then, the public reads below another base.
func TestPublicBase(t *testing.T) {
	for _, c := range []struct {
		text, base string
		delay      time.Duration
	}{
		{"", "touchmove/v1", 0},
		{"[broadcast]\ndelay = \"0s\"\n", "touchmove/v1", 0},
		{"[broadcast]\ndelay = \"15m\"\n", "touchmove/v1-delayed", 15 * time.Minute},
		{"[broadcast]\ndelay = \"90s\"\nbase = \"public\"\n", "public", 90 * time.Second},
		{"[mqtt]\nbase = \"club\"\n[broadcast]\ndelay = \"24h\"\n", "club-delayed", 24 * time.Hour},
	} {
		config, faults := configs.Parse("x.toml", []byte(c.text+oneBoard))
		if config == nil || len(faults) > 0 {
			t.Errorf("%s: %v", c.text, faults)
			continue
		}
		if got := config.PublicBase(); got != c.base || config.Broadcast.Delay != c.delay {
			t.Errorf("%s: %s after %v, want %s after %v", c.text, got, config.Broadcast.Delay, c.base, c.delay)
		}
	}
	if got := configs.Default().PublicBase(); got != "touchmove/v1" {
		t.Errorf("without a file: %s", got)
	}
}

// Settings that have no effect give warnings: a base without a delay, a round without a
// file.
func TestPublicWarnings(t *testing.T) {
	config, faults := configs.Parse("x.toml", []byte("[broadcast]\nbase = \"public\"\n[event]\nround = \"3\"\n"+oneBoard))
	if config == nil || len(faults) != 2 || !faults[0].Warning || !faults[1].Warning || faults[0].Line != 2 || faults[1].Line != 4 {
		t.Errorf("faults %v, want warnings of lines 2 and 4", faults)
	}
}

// A proxy in front of the screen that nobody trusts makes all its visitors one, which gives a warning.
func TestProxyWarning(t *testing.T) {
	const origins = "[screen]\norigins = [\"https://boards.example.org\"]\n"
	config, faults := configs.Parse("x.toml", []byte(origins+oneBoard))
	if config == nil || len(faults) != 1 || !faults[0].Warning || faults[0].Line != 2 {
		t.Errorf("faults %v, want a warning of line 2", faults)
	}
	config, faults = configs.Parse("x.toml", []byte(origins+"trusted_proxies = [\"127.0.0.1\", \"fd00::/8\"]\n"+oneBoard))
	if config == nil || len(faults) != 0 || len(config.Screen.Proxies) != 2 || config.Screen.Proxies[0].String() != "127.0.0.1/32" {
		t.Errorf("faults %v of two proxies, want none", faults)
	}
}
