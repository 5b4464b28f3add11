package broadcast_test

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"log/slog"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"touchmove/broadcast"
	"touchmove/broadcast/broadcasttest"
)

// authority signs certificates for a test.
type authority struct {
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
	pool *x509.CertPool
}

func newAuthority(t *testing.T) *authority {
	t.Helper()
	a := &authority{pool: x509.NewCertPool()}
	pair := a.sign(t, "authority")
	a.cert, a.key = pair.Leaf, pair.PrivateKey.(*ecdsa.PrivateKey)
	a.pool.AddCert(a.cert)
	return a
}

// sign makes a certificate, which the first time is the authority's own.
func (a *authority) sign(t *testing.T, name string) tls.Certificate {
	t.Helper()
	return a.signUntil(t, name, time.Now().Add(time.Hour))
}

// signUntil makes one that is good until a moment.
func (a *authority) signUntil(t *testing.T, name string, end time.Time) tls.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()), Subject: pkix.Name{CommonName: name},
		NotBefore: time.Now().Add(-2 * time.Hour), NotAfter: end,
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth, x509.ExtKeyUsageServerAuth},
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	parent, by := a.cert, a.key
	if parent == nil {
		parent, by = template, key
		template.IsCA, template.BasicConstraintsValid, template.KeyUsage = true, true, x509.KeyUsageCertSign
	}
	raw, err := x509.CreateCertificate(rand.Reader, template, parent, key.Public(), by)
	if err != nil {
		t.Fatal(err)
	}
	leaf, err := x509.ParseCertificate(raw)
	if err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{raw}, PrivateKey: key, Leaf: leaf}
}

// files writes a certificate and its key as PEM.
func files(t *testing.T, dir, name string, c tls.Certificate) (cert, key string) {
	t.Helper()
	raw, err := x509.MarshalPKCS8PrivateKey(c.PrivateKey)
	if err != nil {
		t.Fatal(err)
	}
	cert, key = filepath.Join(dir, name+".pem"), filepath.Join(dir, name+".key")
	for path, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: c.Certificate[0]}, key: {Type: "PRIVATE KEY", Bytes: raw}} {
		if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return cert, key
}

// reads connects and waits for the retained state.
func reads(t *testing.T, url string, config *tls.Config) (state string, err error) {
	t.Helper()
	got := make(chan string, 100)
	c := mqtt.NewClient(mqtt.NewClientOptions().AddBroker(url).SetClientID("reader").SetAutoReconnect(false).SetTLSConfig(config).SetConnectTimeout(5 * time.Second))
	if token := c.Connect(); token.Wait() && token.Error() != nil {
		return "", token.Error()
	}
	defer c.Disconnect(0)
	if token := c.Subscribe(prefix+"state", 1, func(_ mqtt.Client, m mqtt.Message) { got <- string(m.Payload()) }); token.Wait() && token.Error() != nil {
		return "", token.Error()
	}
	return <-got, nil
}

// The embedded broker's listeners are secured, and with an authority for its
// clients only they come in; the daemon's own way stays open.
func TestEmbeddedTLS(t *testing.T) {
	ours, foreign := newAuthority(t), newAuthority(t)
	client := ours.sign(t, "screen")
	for _, asks := range []bool{false, true} {
		e := broadcast.Embedded{
			Listen: "127.0.0.1:0", WebSocket: "127.0.0.1:0", Base: topics.Base,
			TLS: &broadcast.ServerTLS{Certificate: ours.sign(t, "broker")},
		}
		if asks {
			e.TLS.Clients = ours.pool
		}
		b, err := broadcast.StartEmbedded(e, quiet)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { b.Close() })
		s := newStory(1)
		publish(t, b.Broker(), s, nil)
		for _, scheme := range []string{"ssl://" + b.Addr(), "wss://" + b.WebAddr()} {
			if _, err := reads(t, scheme, &tls.Config{RootCAs: ours.pool, Certificates: []tls.Certificate{client}}); err != nil {
				t.Errorf("%s with a certificate: %v", scheme, err)
			}
			if _, err := reads(t, scheme, &tls.Config{RootCAs: ours.pool}); (err != nil) != asks {
				t.Errorf("%s without a certificate, which are asked for: %v: %v", scheme, asks, err)
			}
			if _, err := reads(t, scheme, &tls.Config{RootCAs: ours.pool, Certificates: []tls.Certificate{foreign.sign(t, "screen")}}); (err != nil) != asks {
				t.Errorf("%s with a foreign certificate, asked for: %v: %v", scheme, asks, err)
			}
			if _, err := reads(t, scheme, &tls.Config{RootCAs: ours.pool, Certificates: []tls.Certificate{ours.signUntil(t, "screen", time.Now().Add(-time.Hour))}}); (err != nil) != asks {
				t.Errorf("%s with an expired certificate, asked for: %v: %v", scheme, asks, err)
			}
			if _, err := reads(t, scheme, &tls.Config{RootCAs: foreign.pool}); err == nil {
				t.Errorf("%s: another authority's broker was believed", scheme)
			}
			if _, err := reads(t, strings.NewReplacer("ssl://", "tcp://", "wss://", "ws://").Replace(scheme), nil); err == nil {
				t.Errorf("%s: plain connections are served", scheme)
			}
		}
		b.Cut() // and the daemon's own way is there again after a cut
		if err := b.Mend(); err != nil {
			t.Fatal(err)
		}
		s.goOn()
		broadcasttest.Eventually(t, "what came after the cut", func() bool {
			state, err := reads(t, "wss://"+b.WebAddr(), &tls.Config{RootCAs: ours.pool, Certificates: []tls.Certificate{client}})
			return err == nil && strings.Contains(state, s.fen())
		})
	}
}

// A broker elsewhere that asks for a client certificate gets it.
func TestRemoteTLS(t *testing.T) {
	ours := newAuthority(t)
	dir := t.TempDir()
	ca, _ := files(t, dir, "ca", tls.Certificate{Certificate: [][]byte{ours.cert.Raw}, PrivateKey: ours.key})
	cert, key := files(t, dir, "broker", ours.sign(t, "broker"))
	m := broadcasttest.NewMosquitto(t, "cafile "+ca, "certfile "+cert, "keyfile "+key, "require_certificate true")
	url := strings.Replace(m.URL(), "tcp://", "ssl://", 1)
	with := &tls.Config{RootCAs: ours.pool, Certificates: []tls.Certificate{ours.sign(t, "touchmove")}}
	publish(t, broadcast.Broker{URL: url, TLS: with}, newStory(1), nil)
	if _, err := reads(t, url, with); err != nil {
		t.Errorf("with a certificate: %v", err)
	}
	if _, err := reads(t, url, &tls.Config{RootCAs: ours.pool}); err == nil {
		t.Error("without a certificate mosquitto let somebody in: the test proves nothing")
	}
}

// A broker whose certificate is not to be believed is not told anything, not even
// the password: one of another authority, one that has expired, one of another
// name. The log says which, and play would go on.
func TestBrokerNotBelieved(t *testing.T) {
	ours, foreign := newAuthority(t), newAuthority(t)
	dir := t.TempDir()
	for _, c := range []struct {
		what string
		cert tls.Certificate
		host string
		want string
	}{
		{"another authority", foreign.sign(t, "broker"), "127.0.0.1", "unknown authority"},
		{"expired", ours.signUntil(t, "broker", time.Now().Add(-time.Minute)), "127.0.0.1", "expired"},
		{"another name", ours.sign(t, "broker"), "localhost", "localhost"},
	} {
		ca, _ := files(t, dir, "ca", tls.Certificate{Certificate: [][]byte{ours.cert.Raw}, PrivateKey: ours.key})
		cert, key := files(t, dir, "broker", c.cert)
		m := broadcasttest.NewMosquitto(t, "cafile "+ca, "certfile "+cert, "keyfile "+key)
		url := strings.NewReplacer("tcp://", "ssl://", "127.0.0.1", c.host).Replace(m.URL())
		var log bytes.Buffer
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		_, err := broadcast.Dial(ctx, broadcast.Broker{URL: url, Username: "touchmove", Password: "the daemon's secret", TLS: &tls.Config{RootCAs: ours.pool}}, slog.New(slog.NewTextHandler(&log, nil)))
		cancel()
		if err == nil {
			t.Errorf("%s: the broker was believed", c.what)
		}
		if !strings.Contains(log.String(), c.want) || strings.Contains(log.String(), "secret") {
			t.Errorf("%s: the log says\n%s", c.what, &log)
		}
	}
}
