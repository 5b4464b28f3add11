package broker

import (
	"crypto/tls"
	"net"
	"testing"
	"time"

	"touchmove/broadcast/broadcasttest"
)

// Who publishes to a client that reads nothing does not wait for its line to be closed,
// also when TLS would say goodbye first.
func TestOutboxOfClientThatReadsNothing(t *testing.T) {
	ours := broadcasttest.NewAuthority(t)
	ends := map[string]func(o *outbox){
		"it is too slow":    func(*outbox) {}, // its patience ends
		"it is cut off":     func(o *outbox) { o.abort(errAborted) },
		"it is said to end": func(o *outbox) { o.Close() },
	}
	for why, end := range ends {
		near, far := net.Pipe() // takes nothing that is not read
		t.Cleanup(func() { far.Close() })
		server := tls.Server(near, &tls.Config{Certificates: []tls.Certificate{ours.Sign(t, "broker")}})
		client := tls.Client(far, &tls.Config{RootCAs: ours.Pool, ServerName: "127.0.0.1"})
		shaken := make(chan error, 1)
		go func() {
			_, err := client.Read(make([]byte, 1)) // the last that it reads
			shaken <- err
		}()
		if _, err := server.Write([]byte{0}); err != nil {
			t.Fatal(err)
		}
		if err := <-shaken; err != nil {
			t.Fatal(err)
		}
		o := newOutbox(server, 50*time.Millisecond, func(int) {})
		o.Write([]byte("what nobody reads"))
		ended := make(chan struct{})
		go func() { end(o); close(ended) }()
		began := time.Now()
		for err := error(nil); err == nil; { // as publishers go on doing until the end
			_, err = o.Write([]byte("more of it"))
			time.Sleep(time.Millisecond)
		}
		if took := time.Since(began); took > 4*time.Second { // TLS would take five
			t.Errorf("%s: whoever publishes to it waits %v", why, took)
		}
		<-ended
	}
}
