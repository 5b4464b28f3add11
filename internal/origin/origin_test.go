package origin_test

import (
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"touchmove/internal/origin"
)

// A page is our own if its host is the one that the browser asks, on the port of our pages,
// and is an address or a name of this computer.
func TestOwn(t *testing.T) {
	own, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		origin, host, port string
		ours               bool
	}{
		{"http://192.168.7.2:8080", "192.168.7.2:8083", "8080", true},
		{"http://192.168.7.2:8080", "192.168.7.2:8080", "", true},
		{"http://[fd00::7]:8080", "[fd00::7]:8083", "8080", true},
		{"http://" + own + ":8080", own + ":8083", "8080", true},
		{"http://192.168.7.2", "192.168.7.2:8083", "80", true},
		{"http://192.168.7.2", "192.168.7.2", "", true},
		{"https://" + own, own, "", true},                              // a proxy on this computer
		{"https://192.168.7.2", "192.168.7.2", "8080", false},          // another server's page
		{"http://192.168.7.2:8081", "192.168.7.2:8083", "8080", false}, // so is this
		{"http://192.168.7.3:8080", "192.168.7.2:8083", "8080", false},
		{"http://evil.example:8080", "192.168.7.2:8083", "8080", false},
		{"http://evil.example:8080", "evil.example:8083", "8080", false}, // a foreign name that was pointed at us
		{"null", "192.168.7.2:8083", "8080", false},
		{"", "192.168.7.2:8083", "8080", false},
		{"://", "", "", false},
	} {
		r := httptest.NewRequest("GET", "http://x/", nil)
		r.Host = c.host
		r.Header.Set("Origin", c.origin)
		if got := origin.Own(r, c.port); got != c.ours {
			t.Errorf("a page of %q that asks %q: ours %v", c.origin, c.host, got)
		}
	}
}

// This computer is known by its names, however they are written; others are not, whatever their names resemble.
func TestIsOwnName(t *testing.T) {
	own, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	short, _, _ := strings.Cut(own, ".")
	for host, want := range map[string]bool{
		"localhost": true, "LOCALHOST": true, "localhost.": true, "ip6-localhost": true, "ip6-loopback": true,
		own: true, strings.ToUpper(own): true, own + ".": true, short: true, short + ".local": true,
		"": false, ".": false, ".local": false, "localhost.example.org": false, "localhost..": false,
		"x" + own: false, own + ".example.org": false, "127.0.0.1": false, "evil.example": false,
	} {
		if got := origin.IsOwnName(host); got != want {
			t.Errorf("%q: own %v, want %v", host, got, want)
		}
	}
}
