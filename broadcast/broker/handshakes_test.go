package broker

import (
	"crypto"
	"crypto/tls"
	"io"
	"net"
	"net/netip"
	"sync/atomic"
	"testing"
	"time"
)

// slowKey signs when it may, and counts how many signatures are made at once.
type slowKey struct {
	crypto.Signer
	may    chan struct{}
	begun  chan struct{}
	atOnce atomic.Int32
	most   atomic.Int32
}

func (k *slowKey) Sign(random io.Reader, digest []byte, o crypto.SignerOpts) ([]byte, error) {
	if n := k.atOnce.Add(1); n > k.most.Load() {
		k.most.Store(n)
	}
	defer k.atOnce.Add(-1)
	k.begun <- struct{}{}
	<-k.may
	return k.Signer.Sign(random, digest, o)
}

// However many TLS handshakes a stranger begins, few signatures are made at a time, and somebody from
// another address is the next but one.
func TestHandshakesAtOnce(t *testing.T) {
	for _, atOnce := range []int{1, 3} {
		handshakesAtOnce(t, atOnce)
	}
}

func handshakesAtOnce(t *testing.T, atOnce int) {
	c, err := madeUp()
	if err != nil {
		t.Fatal(err)
	}
	const many = 30
	key := &slowKey{Signer: c.PrivateKey.(crypto.Signer), may: make(chan struct{}, many+1), begun: make(chan struct{}, many+1)}
	c.PrivateKey = key
	turns := newHeavyWork(atOnce)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	s := &secured{server: &tls.Config{GetCertificate: inTurn(c, turns)}}
	go func() {
		for {
			line, err := l.Accept()
			if err != nil {
				return
			}
			go tls.Server(line, s.server).Handshake() //nolint:errcheck // the client reports it; without the time limit of shake
		}
	}()
	shake := func(from string) (done chan error) {
		done = make(chan error, 1)
		go func() {
			d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
			line, err := d.Dial("tcp", l.Addr().String())
			if err == nil {
				defer line.Close()
				err = tls.Client(line, &tls.Config{InsecureSkipVerify: true}).Handshake()
			}
			done <- err
		}()
		return done
	}
	waiting := func(from string) int {
		turns.mu.Lock()
		defer turns.mu.Unlock()
		return len(turns.queue.waiting[netip.PrefixFrom(netip.MustParseAddr(from), 32)])
	}
	until := func(what string, is func() bool) {
		t.Helper()
		for limit := time.Now().Add(time.Minute); !is(); time.Sleep(time.Millisecond) {
			if time.Now().After(limit) {
				t.Fatal(what)
			}
		}
	}
	for range many {
		shake("127.0.0.2")
	}
	for range atOnce {
		<-key.begun
	}
	until("the stranger's handshakes do not wait", func() bool { return waiting("127.0.0.2") == many-atOnce })
	arbiter := shake("127.0.0.3")
	until("the arbiter's handshake does not wait", func() bool { return waiting("127.0.0.3") == 1 })
	signatures := many + 1
	if atOnce == 1 { // the one that is being made, one of the stranger's, and the arbiter's
		signatures = 3
	}
	for range signatures {
		key.may <- struct{}{}
	}
	if err := <-arbiter; err != nil {
		t.Errorf("the arbiter's handshake: %v", err)
	}
	if n := int(key.most.Load()); n != atOnce {
		t.Errorf("%d signatures are made at once, want %d", n, atOnce)
	}
	close(key.may)
}
