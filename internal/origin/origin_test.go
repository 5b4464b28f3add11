package origin_test

import (
	"net/http/httptest"
	"os"
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
