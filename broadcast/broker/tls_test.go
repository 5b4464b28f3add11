package broker_test

import (
	"crypto/tls"
	"strings"
	"testing"
	"time"

	"touchmove/broadcast/broadcasttest"
	"touchmove/broadcast/broker"
)

// The embedded broker's listeners use TLS. If there is an authority for clients, only
// clients with its certificates can connect, and the daemon itself.
func TestEmbeddedTLS(t *testing.T) {
	ours, foreign := broadcasttest.NewAuthority(t), broadcasttest.NewAuthority(t)
	client := ours.Sign(t, "screen")
	for _, asks := range []bool{false, true} {
		e := broker.Options{
			Listen: "127.0.0.1:0", WebSocket: "127.0.0.1:0", Base: topics.Base,
			TLS: &broker.ServerTLS{Certificate: ours.Sign(t, "broker")},
		}
		if asks {
			e.TLS.Clients = ours.Pool
		}
		b, err := broker.Start(e, quiet)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { b.Close() })
		s := newStory()
		publish(t, b.Broker(), s, nil)
		for _, scheme := range []string{"ssl://" + b.Addr(), "wss://" + b.WebAddr()} {
			if _, err := broadcasttest.Retained(scheme, prefix+"state", &tls.Config{RootCAs: ours.Pool, Certificates: []tls.Certificate{client}}); err != nil {
				t.Errorf("%s with a certificate: %v", scheme, err)
			}
			if _, err := broadcasttest.Retained(scheme, prefix+"state", &tls.Config{RootCAs: ours.Pool}); (err != nil) != asks {
				t.Errorf("%s without a certificate, which are asked for: %v: %v", scheme, asks, err)
			}
			if _, err := broadcasttest.Retained(scheme, prefix+"state", &tls.Config{RootCAs: ours.Pool, Certificates: []tls.Certificate{foreign.Sign(t, "screen")}}); (err != nil) != asks {
				t.Errorf("%s with a foreign certificate, asked for: %v: %v", scheme, asks, err)
			}
			if _, err := broadcasttest.Retained(scheme, prefix+"state", &tls.Config{RootCAs: ours.Pool, Certificates: []tls.Certificate{ours.SignUntil(t, "screen", time.Now().Add(-time.Hour))}}); (err != nil) != asks {
				t.Errorf("%s with an expired certificate, asked for: %v: %v", scheme, asks, err)
			}
			if _, err := broadcasttest.Retained(scheme, prefix+"state", &tls.Config{RootCAs: foreign.Pool}); err == nil {
				t.Errorf("%s: another authority's broker was believed", scheme)
			}
			if _, err := broadcasttest.Retained(strings.NewReplacer("ssl://", "tcp://", "wss://", "ws://").Replace(scheme), prefix+"state", nil); err == nil {
				t.Errorf("%s: plain connections are served", scheme)
			}
		}
		b.Cut() // the daemon can also connect again after a cut
		if err := b.Mend(); err != nil {
			t.Fatal(err)
		}
		s.goOn()
		broadcasttest.Eventually(t, "what came after the cut", func() bool {
			state, err := broadcasttest.Retained("wss://"+b.WebAddr(), prefix+"state", &tls.Config{RootCAs: ours.Pool, Certificates: []tls.Certificate{client}})
			return err == nil && strings.Contains(state, s.fen())
		})
	}
}
