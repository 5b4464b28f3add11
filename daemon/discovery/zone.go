package discovery

import (
	"fmt"
	"net"
	"slices"
	"strings"

	"golang.org/x/net/dns/dnsmessage"
)

// Service is a service of this computer.
type Service struct {
	Type string   // such as "_http._tcp"
	Port int      // 1 to 65535
	Text []string // further facts, such as "path=/"
}

const (
	lifetime       = 120 // seconds for which an answer may be cached (RFC 6762, 10)
	lifetimeLegacy = 10  // the same for clients that do not listen to the group (RFC 6762, 6.7)
)

// zone is what is known about one interface's addresses: the records, each with those that a
// client will ask for next (RFC 6763, 12).
type zone []entry

type entry struct {
	dnsmessage.Resource
	also []dnsmessage.Resource
}

// newZone describes the services under a name that is found at these addresses.
func newZone(name string, services []Service, addresses []net.IP) (z zone, err error) {
	fqdn := func(parts ...string) (n dnsmessage.Name) {
		if err == nil {
			n, err = dnsmessage.NewName(strings.Join(append(parts, "local."), "."))
		}
		return n
	}
	host := fqdn(name)
	var at []dnsmessage.Resource
	for _, ip := range addresses {
		if ip4 := ip.To4(); ip4 != nil {
			at = append(at, record(host, &dnsmessage.AResource{A: [4]byte(ip4)}))
		} else if ip16 := ip.To16(); ip16 != nil {
			at = append(at, record(host, &dnsmessage.AAAAResource{AAAA: [16]byte(ip16)}))
		}
	}
	for _, a := range at {
		z = append(z, entry{Resource: a})
	}
	for _, s := range services {
		if s.Port < 1 || s.Port > 65535 {
			return nil, fmt.Errorf("%s: port %d is not from 1 to 65535", s.Type, s.Port)
		}
		text := s.Text
		if len(text) == 0 {
			text = []string{""} // one empty string (RFC 6763, 6.1)
		}
		kind, instance := fqdn(s.Type), fqdn(name, s.Type)
		srv := record(instance, &dnsmessage.SRVResource{Priority: 10, Weight: 1, Port: uint16(s.Port), Target: host})
		txt := record(instance, &dnsmessage.TXTResource{TXT: text})
		z = append(z,
			entry{Resource: record(fqdn("_services", "_dns-sd", "_udp"), &dnsmessage.PTRResource{PTR: kind})},
			entry{Resource: record(kind, &dnsmessage.PTRResource{PTR: instance}), also: append([]dnsmessage.Resource{srv, txt}, at...)},
			entry{Resource: srv, also: at},
			entry{Resource: txt})
	}
	return z, err
}

// record makes a record.
func record(name dnsmessage.Name, body dnsmessage.ResourceBody) dnsmessage.Resource {
	r := dnsmessage.Resource{Header: dnsmessage.ResourceHeader{Name: name, Class: dnsmessage.ClassINET, TTL: lifetime}, Body: body}
	switch body.(type) {
	case *dnsmessage.AResource:
		r.Header.Type = dnsmessage.TypeA
	case *dnsmessage.AAAAResource:
		r.Header.Type = dnsmessage.TypeAAAA
	case *dnsmessage.PTRResource:
		r.Header.Type = dnsmessage.TypePTR
	case *dnsmessage.SRVResource:
		r.Header.Type = dnsmessage.TypeSRV
	case *dnsmessage.TXTResource:
		r.Header.Type = dnsmessage.TypeTXT
	}
	return r
}

// answers returns the records that answer a question. Names are compared without case (RFC 6762,
// 16).
func (z zone) answers(q dnsmessage.Question) (all []dnsmessage.Resource) {
	for _, e := range z {
		if strings.EqualFold(e.Header.Name.String(), q.Name.String()) && (q.Type == e.Header.Type || q.Type == dnsmessage.TypeALL) {
			all = add(all, append([]dnsmessage.Resource{e.Resource}, e.also...)...)
		}
	}
	return all
}

// everything returns the records that are announced unasked.
func (z zone) everything() (all []dnsmessage.Resource) {
	for _, e := range z {
		if e.Header.Type == dnsmessage.TypePTR && e.also != nil {
			all = add(all, append([]dnsmessage.Resource{e.Resource}, e.also...)...)
		}
	}
	return all
}

// add adds the records that are not in the list yet. The same record always has the same body
// pointer.
func add(all []dnsmessage.Resource, more ...dnsmessage.Resource) []dnsmessage.Resource {
	for _, r := range more {
		if !slices.ContainsFunc(all, func(one dnsmessage.Resource) bool { return one.Body == r.Body }) {
			all = append(all, r)
		}
	}
	return all
}

// lasting returns the same records with another lifetime in seconds; 0 is a goodbye (RFC 6762,
// 10.1).
func lasting(all []dnsmessage.Resource, seconds uint32) []dnsmessage.Resource {
	all = slices.Clone(all)
	for i := range all {
		all[i].Header.TTL = seconds
	}
	return all
}
