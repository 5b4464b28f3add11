package discovery

import (
	"errors"
	"net"
	"sync"
	"time"

	"golang.org/x/net/dns/dnsmessage"
	"golang.org/x/net/ipv4"
	"golang.org/x/time/rate"
)

// The multicast addresses on which all members listen (RFC 6762, 3).
var (
	group  = &net.UDPAddr{IP: net.IPv4(224, 0, 0, 251), Port: 5353}
	group6 = &net.UDPAddr{IP: net.ParseIP("ff02::fb"), Port: 5353}
)

// Packets and questions are limited: a legitimate query is not larger (RFC 6762, 17).
const (
	mostPacket    = 9000
	mostQuestions = 32
)

// A hall asks a few times a second. Whoever sends more than this costs no processor time: the
// kernel drops what is not read.
const (
	packetBurst = 100
	packetRate  = 50 // per second
	packetPause = 20 * time.Millisecond
)

// link answers on one interface.
type link struct {
	zone
	in       []*net.UDPConn // sockets for multicast packets, IPv4 and IPv6
	out      *net.UDPConn
	done     sync.WaitGroup
	mu       sync.Mutex
	answered time.Time // time of the last multicast answer
}

// open begins to answer on an interface: to the asker, and to the group where the answer is
// for all (RFC 6762, 6).
func open(i net.Interface, z zone) (_ *link, err error) {
	l := &link{zone: z}
	if l.out, err = net.ListenUDP("udp4", nil); err != nil {
		return nil, err
	}
	p := ipv4.NewPacketConn(l.out)
	if err := errors.Join(p.SetMulticastInterface(&i), p.SetMulticastTTL(255), p.SetMulticastLoopback(true)); err != nil {
		return nil, errors.Join(err, l.out.Close())
	}
	var failed error // one of the two is enough: an interface may have no IPv6
	for network, at := range map[string]*net.UDPAddr{"udp4": group, "udp6": group6} {
		c, err := net.ListenMulticastUDP(network, &i, at)
		if err != nil {
			failed = err
			continue
		}
		l.in = append(l.in, c)
	}
	if len(l.in) == 0 {
		return nil, errors.Join(failed, l.out.Close())
	}
	for _, c := range l.in {
		l.done.Go(func() { l.listen(c) })
	}
	l.announce(l.everything())
	return l, nil
}

// listen answers until the connection is closed.
func (l *link) listen(c *net.UDPConn) {
	packet := make([]byte, mostPacket)
	pace := rate.NewLimiter(packetRate, packetBurst)
	for {
		n, from, err := c.ReadFromUDP(packet)
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil {
			time.Sleep(time.Second) // an interface that goes down fails every time until it is closed
			continue
		}
		if !pace.Allow() {
			time.Sleep(packetPause)
			continue
		}
		if answer := l.answer(packet[:n], from.Port != group.Port); answer != nil {
			_, _ = c.WriteToUDP(answer, from) // if the answer is lost, the client asks again
		}
	}
}

// answer returns the answer to a packet; nil if it asks for nothing that is known here.
// Malformed packets are ignored. legacy: the packet comes from a program that is not a member
// of the group and expects an answer as from any name server (RFC 6762, 6.7).
func (l *link) answer(packet []byte, legacy bool) []byte {
	var p dnsmessage.Parser
	h, err := p.Start(packet)
	if err != nil || h.Response || h.OpCode != 0 || h.RCode != dnsmessage.RCodeSuccess || h.Truncated {
		return nil
	}
	var asked []dnsmessage.Question
	var all, multicast []dnsmessage.Resource
	for range mostQuestions {
		q, err := p.Question()
		if err != nil {
			break
		}
		unicast := q.Class&(1<<15) != 0 // answer only to the asker (RFC 6762, 5.4)
		list := l.answers(q)
		if all = add(all, list...); !unicast {
			multicast = add(multicast, list...)
		}
		asked = append(asked, q)
	}
	if len(all) == 0 {
		return nil
	}
	l.mu.Lock()
	due := len(multicast) > 0 && time.Since(l.answered) >= time.Second // at most once a second (RFC 6762, 6)
	if due {
		l.answered = time.Now()
	}
	l.mu.Unlock()
	if due {
		l.announce(multicast)
	}
	m := dnsmessage.Message{Header: dnsmessage.Header{ID: h.ID, Response: true, Authoritative: true}, Answers: all}
	if legacy {
		m.Questions, m.Answers = asked, lasting(all, lifetimeLegacy)
	}
	text, err := m.Pack()
	if err != nil {
		return nil
	}
	return text
}

// announce sends records to the group. If they are lost, clients ask again.
func (l *link) announce(all []dnsmessage.Resource) {
	m := dnsmessage.Message{Header: dnsmessage.Header{Response: true, Authoritative: true}, Answers: all}
	if text, err := m.Pack(); err == nil {
		_, _ = l.out.WriteToUDP(text, group)
	}
}

// close says goodbye and stops answering.
func (l *link) close() error {
	l.announce(lasting(l.everything(), 0))
	var errs []error
	for _, c := range l.in {
		errs = append(errs, c.Close())
	}
	l.done.Wait()
	return errors.Join(append(errs, l.out.Close())...)
}
