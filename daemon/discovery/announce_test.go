package discovery_test

import (
	"context"
	"log/slog"
	"net"
	"slices"
	"testing"
	"time"

	"github.com/hashicorp/mdns"

	"touchmove/daemon/discovery"
)

// A client on loopback finds screen and broker by a multicast query, and nothing after the
// daemon has ended.
func TestFound(t *testing.T) {
	lo := loopback(t)
	ctx, stop := context.WithCancel(t.Context())
	a := discovery.New("club-pi", []discovery.Service{{Type: "_http._tcp", Port: 8080, Text: []string{"path=/"}}, {Type: "_mqtt._tcp", Port: 1883}}, slog.New(slog.DiscardHandler), lo.Name)
	done := make(chan struct{})
	go func() { defer close(done); a.Run(ctx) }()

	for service, port := range map[string]int{"_http._tcp": 8080, "_mqtt._tcp": 1883} {
		var found *mdns.ServiceEntry
		for range 20 {
			if found = query(t, lo, service); found != nil {
				break
			}
		}
		if found == nil {
			t.Fatalf("nobody serves %s", service)
		}
		if found.Host != "club-pi.local." || found.Port != port || !found.AddrV4.IsLoopback() {
			t.Errorf("%s: %+v, want club-pi.local. port %d on loopback", service, found, port)
		}
		if service == "_http._tcp" && !slices.Contains(found.InfoFields, "path=/") {
			t.Errorf("%s: facts %q", service, found.InfoFields)
		}
	}
	stop()
	<-done
	if found := query(t, lo, "_http._tcp"); found != nil {
		t.Errorf("still answers after its end: %+v", found)
	}
}

// query asks once, and returns the answer of club-pi, or nil if there is none.
func query(t *testing.T, lo *net.Interface, service string) (found *mdns.ServiceEntry) {
	t.Helper()
	entries := make(chan *mdns.ServiceEntry, 16)
	p := mdns.DefaultParams(service)
	p.Interface, p.Entries, p.Timeout, p.DisableIPv6 = lo, entries, 500*time.Millisecond, true
	if err := mdns.Query(p); err != nil {
		t.Skipf("NOT TESTED: this computer does not multicast on loopback: %v", err)
	}
	close(entries)
	for e := range entries {
		if e.Host == "club-pi.local." {
			found = e
		}
	}
	return found
}

func loopback(t *testing.T) *net.Interface {
	t.Helper()
	all, err := net.Interfaces()
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range all {
		if i.Flags&net.FlagLoopback != 0 && i.Flags&net.FlagUp != 0 {
			return &i
		}
	}
	t.Skip("NOT TESTED: this computer has no loopback interface")
	return nil
}
