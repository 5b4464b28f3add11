package broker

import (
	"crypto/tls"
	"net"
	"testing"
	"time"

	"touchmove/broadcast/broadcasttest"
)

// Publishers do not wait for the connection of a client that reads nothing to be closed,
// even though closing TLS would wait.
func TestOutboxOfClientThatReadsNothing(t *testing.T) {
	ours := broadcasttest.NewAuthority(t)
	ends := map[string]func(o *outbox){
		"it is too slow":    func(*outbox) {}, // after the time limit
		"it is cut off":     func(o *outbox) { o.abort(errAborted) },
		"it is said to end": func(o *outbox) { o.Close() },
	}
	for why, end := range ends {
		near, far := net.Pipe() // a pipe without a buffer
		t.Cleanup(func() { far.Close() })
		server := tls.Server(near, &tls.Config{Certificates: []tls.Certificate{ours.Sign(t, "broker")}})
		client := tls.Client(far, &tls.Config{RootCAs: ours.Pool, ServerName: "127.0.0.1"})
		shaken := make(chan error, 1)
		go func() {
			_, err := client.Read(make([]byte, 1)) // the client reads no more after this
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
		for err := error(nil); err == nil; { // as publishers do until the end
			_, err = o.Write([]byte("more of it"))
			time.Sleep(time.Millisecond)
		}
		if took := time.Since(began); took > 4*time.Second { // TLS would take five seconds
			t.Errorf("%s: whoever publishes to it waits %v", why, took)
		}
		<-ended
	}
}
