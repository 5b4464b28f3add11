package discovery_test

import (
	"log/slog"
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"
	"golang.org/x/net/ipv4"

	"touchmove/daemon/discovery"
)

// A program that is not a member of the group asks as it would any name server (RFC 6762, 6.7),
// after packets of strangers: the answer repeats the query's ID and question, and may be cached
// only briefly.
func TestAnswerToAPlainQuestion(t *testing.T) {
	lo := loopback(t)
	a := discovery.New("club-pi", []discovery.Service{{Type: "_http._tcp", Port: 8080}}, slog.New(slog.DiscardHandler), lo.Name)
	done := make(chan struct{})
	go func() { defer close(done); a.Run(t.Context()) }()
	t.Cleanup(func() { <-done })
	c, err := net.ListenUDP("udp4", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := ipv4.NewPacketConn(c).SetMulticastInterface(lo); err != nil {
		t.Skipf("NOT TESTED: this computer does not multicast on loopback: %v", err)
	}
	for _, name := range []struct {
		asked string
		kind  dnsmessage.Type
		want  string
	}{
		{"Club-PI.local.", dnsmessage.TypeA, "A"},
		{"_services._dns-sd._udp.local.", dnsmessage.TypePTR, "PTR"},
		{"_http._tcp.local.", dnsmessage.TypePTR, "PTR SRV TXT A"},
		{"club-pi._http._tcp.local.", dnsmessage.TypeALL, "SRV A TXT"},
		{"club-pi._http._tcp.local.", dnsmessage.TypeTXT, "TXT"},
		{"club-pi.local.", dnsmessage.TypeMX, ""},
		{"other.local.", dnsmessage.TypeA, ""},
	} {
		q := dnsmessage.Question{Name: dnsmessage.MustNewName(name.asked), Type: name.kind, Class: dnsmessage.ClassINET}
		question := pack(t, dnsmessage.Header{ID: 4711}, q)
		answer := ask(t, c, question, name.want == "")
		var got []string
		for _, r := range answer.Answers {
			if kind := strings.TrimPrefix(r.Header.Type.String(), "Type"); kind != "AAAA" && !slices.Contains(got, kind) { // loopback's IPv6 addresses differ
				got = append(got, kind)
			}
			if r.Header.TTL > 10 {
				t.Errorf("%s: an answer lasts %d s, want 10 at most", name.asked, r.Header.TTL)
			}
		}
		if is := strings.Join(got, " "); is != name.want {
			t.Errorf("%s: answers %q, want %q", name.asked, is, name.want)
		}
		if name.want != "" && (answer.ID != 4711 || len(answer.Questions) != 1 || answer.Questions[0] != q) {
			t.Errorf("%s: the answer is to %d %v", name.asked, answer.ID, answer.Questions)
		}
	}
}

func pack(t *testing.T, h dnsmessage.Header, questions ...dnsmessage.Question) []byte {
	t.Helper()
	text, err := (&dnsmessage.Message{Header: h, Questions: questions}).Pack()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// ask asks until there is an answer. If none is expected, it waits briefly for one.
func ask(t *testing.T, c *net.UDPConn, question []byte, none bool) (m dnsmessage.Message) {
	t.Helper()
	group := &net.UDPAddr{IP: net.IPv4(224, 0, 0, 251), Port: 5353}
	tries, packet := 40, make([]byte, 9000)
	if none {
		tries = 1
	}
	response := pack(t, dnsmessage.Header{Response: true}, dnsmessage.Question{Name: dnsmessage.MustNewName("club-pi.local."), Type: dnsmessage.TypeA})
	for range tries {
		for _, wrong := range [][]byte{{}, question[:7], question[:len(question)-3], response, []byte(strings.Repeat("\xc0\x0c", 600)), question} {
			if _, err := c.WriteToUDP(wrong, group); err != nil {
				t.Skipf("NOT TESTED: this computer does not multicast on loopback: %v", err)
			}
		}
		c.SetReadDeadline(time.Now().Add(250 * time.Millisecond))
		n, _, err := c.ReadFromUDP(packet)
		if err != nil {
			continue
		}
		if err := m.Unpack(packet[:n]); err != nil {
			t.Fatal(err)
		}
		return m
	}
	if !none {
		t.Skip("NOT TESTED: nobody hears the group on loopback here")
	}
	return m
}

// Of a flood of questions only some are answered, and afterwards others are answered as before.
func TestFloodOfQuestions(t *testing.T) {
	lo := loopback(t)
	a := discovery.New("club-pi", []discovery.Service{{Type: "_http._tcp", Port: 8080}}, slog.New(slog.DiscardHandler), lo.Name)
	done := make(chan struct{})
	go func() { defer close(done); a.Run(t.Context()) }()
	t.Cleanup(func() { <-done })
	dial := func() *net.UDPConn {
		c, err := net.ListenUDP("udp4", nil)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		if err := ipv4.NewPacketConn(c).SetMulticastInterface(lo); err != nil {
			t.Skipf("NOT TESTED: this computer does not multicast on loopback: %v", err)
		}
		return c
	}
	question := pack(t, dnsmessage.Header{ID: 1}, dnsmessage.Question{Name: dnsmessage.MustNewName("club-pi.local."), Type: dnsmessage.TypeA, Class: dnsmessage.ClassINET})
	patient := dial()
	ask(t, patient, question, false) // it is there
	flood := dial()
	answers, began := 0, time.Now()
	count := func(wait time.Duration) {
		for buf := make([]byte, 9000); ; answers++ {
			flood.SetReadDeadline(time.Now().Add(wait))
			if _, err := flood.Read(buf); err != nil {
				return
			}
		}
	}
	group := &net.UDPAddr{IP: net.IPv4(224, 0, 0, 251), Port: 5353}
	for n := range 20000 {
		flood.WriteToUDP(question, group) //nolint:errcheck // some may be lost
		if n%20 == 0 {
			count(time.Microsecond)
		}
	}
	count(100 * time.Millisecond)
	if most := 2 * (100 + 50*int(time.Since(began)/time.Second+1)); answers > most { // IPv4 alone is asked; twice that leaves no doubt
		t.Errorf("%d answers to 20,000 questions, want at most %d", answers, most)
	}
	t.Logf("%d answers to 20,000 questions in %v", answers, time.Since(began))
	ask(t, patient, question, false)
}
