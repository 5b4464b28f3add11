package broadcast

import (
	"net"
	"os"
	"strings"
	"testing"
)

// This computer is known by every address of its own and by its names, and no other host is taken for it.
func TestIsOwn(t *testing.T) {
	name, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	own := []string{
		"localhost", "LOCALHOST", "localhost.", "ip6-localhost", "127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1",
		"0.0.0.0", "::", name, strings.ToUpper(name), name + ".",
	}
	addresses, err := net.InterfaceAddrs()
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range addresses {
		ip := a.(*net.IPNet).IP
		own = append(own, ip.String())
		if ip.IsLinkLocalUnicast() && ip.To4() == nil {
			own = append(own, ip.String()+"%eth0")
		}
	}
	interfaces, err := net.Interfaces()
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range interfaces {
		if i.Flags&net.FlagLoopback != 0 {
			own = append(own, "fe80::1%"+i.Name)
		}
	}
	for _, host := range own {
		if !isOwn(host) {
			t.Errorf("%q is not taken for this computer", host)
		}
	}
	for _, host := range []string{"", "203.0.113.77", "2001:db8::77", "fe80::1:2:3:4%none", "broker.example.org", "localhost.example.org", name + ".example.org", "0", "127.0.0.1.example.org"} {
		if isOwn(host) {
			t.Errorf("%q is taken for this computer", host)
		}
	}
}
