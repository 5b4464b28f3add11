package broadcast_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"log/slog"
	"strings"
	"testing"
	"time"

	"touchmove/broadcast"
	"touchmove/broadcast/broadcasttest"
)

// A broker elsewhere that asks for a client certificate gets one.
func TestRemoteTLS(t *testing.T) {
	ours := broadcasttest.NewAuthority(t)
	dir := t.TempDir()
	ca, _ := broadcasttest.WritePEM(t, dir, "ca", ours.Own())
	cert, key := broadcasttest.WritePEM(t, dir, "broker", ours.Sign(t, "broker"))
	m := broadcasttest.NewMosquitto(t, "cafile "+ca, "certfile "+cert, "keyfile "+key, "require_certificate true")
	url := strings.Replace(m.URL(), "tcp://", "ssl://", 1)
	with := &tls.Config{RootCAs: ours.Pool, Certificates: []tls.Certificate{ours.Sign(t, "touchmove")}}
	publish(t, broadcast.Broker{URL: url, TLS: with}, newStory(1), nil)
	if _, err := broadcasttest.Retained(url, prefix+"state", with); err != nil {
		t.Errorf("with a certificate: %v", err)
	}
	if _, err := broadcasttest.Retained(url, prefix+"state", &tls.Config{RootCAs: ours.Pool}); err == nil {
		t.Error("without a certificate mosquitto let somebody in: the test proves nothing")
	}
}

// A broker with a certificate that is not trusted gets nothing, not even the password: a
// certificate of another authority, an expired one, and one for another name. The log says
// which, and play would go on.
func TestBrokerNotBelieved(t *testing.T) {
	ours, foreign := broadcasttest.NewAuthority(t), broadcasttest.NewAuthority(t)
	dir := t.TempDir()
	for _, c := range []struct {
		what string
		cert tls.Certificate
		host string
		want string
	}{
		{"another authority", foreign.Sign(t, "broker"), "127.0.0.1", "unknown authority"},
		{"expired", ours.SignUntil(t, "broker", time.Now().Add(-time.Minute)), "127.0.0.1", "expired"},
		{"another name", ours.Sign(t, "broker"), "localhost", "localhost"},
	} {
		ca, _ := broadcasttest.WritePEM(t, dir, "ca", ours.Own())
		cert, key := broadcasttest.WritePEM(t, dir, "broker", c.cert)
		m := broadcasttest.NewMosquitto(t, "cafile "+ca, "certfile "+cert, "keyfile "+key)
		url := strings.NewReplacer("tcp://", "ssl://", "127.0.0.1", c.host).Replace(m.URL())
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		log := logUntil{want: c.want, then: cancel} // it connects again and again
		_, err := broadcast.Dial(ctx, broadcast.Broker{URL: url, Username: "touchmove", Password: "the daemon's secret", TLS: &tls.Config{RootCAs: ours.Pool}}, slog.New(slog.NewTextHandler(&log, nil)))
		cancel()
		if err == nil {
			t.Errorf("%s: the broker was believed", c.what)
		}
		if !strings.Contains(log.String(), c.want) || strings.Contains(log.String(), "secret") {
			t.Errorf("%s: the log says\n%s\nwant %q in it, and no secret", c.what, &log, c.want)
		}
	}
}

// logUntil is a log that calls then when it contains a text.
type logUntil struct {
	bytes.Buffer
	want string
	then func()
}

// Write implements io.Writer.
func (l *logUntil) Write(p []byte) (int, error) {
	if strings.Contains(string(p), l.want) {
		defer l.then()
	}
	return l.Buffer.Write(p)
}
