package discovery

import (
	"errors"
	"io"
	"log"
	"net"
	"sync"
	"time"

	"github.com/hashicorp/mdns"
	"github.com/miekg/dns"
	"golang.org/x/net/ipv4"
)

// group is where everybody listens (RFC 6762, 3).
var group = &net.UDPAddr{IP: net.IPv4(224, 0, 0, 251), Port: 5353}

// link answers on one interface.
type link struct {
	zone
	server *mdns.Server
	out    *net.UDPConn
	mu     sync.Mutex
	told   time.Time // when everybody was last told something
}

// open begins to answer on an interface. The library sends its answers to whoever asked; those that
// everybody is to hear (RFC 6762, 6) are sent beside them.
func open(i net.Interface, z zone) (_ *link, err error) {
	l := &link{zone: z}
	if l.out, err = net.ListenUDP("udp4", nil); err != nil {
		return nil, err
	}
	p := ipv4.NewPacketConn(l.out)
	if err := errors.Join(p.SetMulticastInterface(&i), p.SetMulticastTTL(255), p.SetMulticastLoopback(true)); err != nil {
		return nil, errors.Join(err, l.out.Close())
	}
	// What strangers send wrong is no news.
	if l.server, err = mdns.NewServer(&mdns.Config{Zone: l, Iface: &i, Logger: log.New(io.Discard, "", 0)}); err != nil {
		return nil, errors.Join(err, l.out.Close())
	}
	l.tell(l.everything())
	return l, nil
}

// Records implements mdns.Zone.
func (l *link) Records(q dns.Question) []dns.RR {
	all := l.zone.Records(q)
	if unicast := q.Qclass&(1<<15) != 0; len(all) > 0 && !unicast {
		l.mu.Lock()
		due := time.Since(l.told) >= time.Second // once a second at most (RFC 6762, 6)
		if due {
			l.told = time.Now()
		}
		l.mu.Unlock()
		if due {
			l.tell(all)
		}
	}
	return all
}

// tell tells everybody. An answer that is lost is asked for again.
func (l *link) tell(all []dns.RR) {
	m := &dns.Msg{MsgHdr: dns.MsgHdr{Response: true, Authoritative: true}, Compress: true, Answer: all}
	if text, err := m.Pack(); err == nil {
		_, _ = l.out.WriteToUDP(text, group)
	}
}

// close says goodbye and ends the answers.
func (l *link) close() error {
	l.tell(farewell(l.everything()))
	return errors.Join(l.server.Shutdown(), l.out.Close())
}
