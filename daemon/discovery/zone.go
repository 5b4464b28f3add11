package discovery

import (
	"net"
	"strings"

	"github.com/hashicorp/mdns"
	"github.com/miekg/dns"
)

// Service is something that this computer serves.
type Service struct {
	Type string   // as "_http._tcp"
	Port int      // 1 to 65535
	Text []string // further facts, as "path=/"
}

// zone is what is known of one interface's addresses.
type zone []*mdns.MDNSService

// newZone describes the services under a name, as it is found at addresses.
func newZone(name string, services []Service, addresses []net.IP) (z zone, err error) {
	for _, s := range services {
		text := s.Text
		if len(text) == 0 {
			text = []string{""} // one record that is empty (RFC 6763, 6.1)
		}
		one, err := mdns.NewMDNSService(name, s.Type, "local.", name+".local.", s.Port, addresses, text)
		if err != nil {
			return nil, err
		}
		z = append(z, one)
	}
	return z, nil
}

// Records answers a question; names are the same in small and capital letters (RFC 6762, 16).
func (z zone) Records(q dns.Question) (all []dns.RR) {
	q.Name = strings.ToLower(q.Name)
	for _, s := range z {
		for _, r := range s.Records(q) {
			if !has(all, r) {
				all = append(all, r)
			}
		}
	}
	return all
}

// everything is what is told unasked.
func (z zone) everything() (all []dns.RR) {
	for _, s := range z {
		for _, r := range s.Records(dns.Question{Name: strings.Trim(s.Service, ".") + ".local.", Qtype: dns.TypePTR}) {
			if !has(all, r) {
				all = append(all, r)
			}
		}
	}
	return all
}

func has(all []dns.RR, r dns.RR) bool {
	for _, one := range all {
		if dns.IsDuplicate(one, r) {
			return true
		}
	}
	return false
}

// farewell is the same records with a lifetime of 0 (RFC 6762, 10.1).
func farewell(all []dns.RR) (gone []dns.RR) {
	for _, r := range all {
		r = dns.Copy(r)
		r.Header().Ttl = 0
		gone = append(gone, r)
	}
	return gone
}
