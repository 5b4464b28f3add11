package daemon_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"log/slog"
	"math/big"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"touchmove/broadcast"
	"touchmove/broadcast/broker"
	"touchmove/configs"
	"touchmove/daemon"
	"touchmove/daemon/resources"
	"touchmove/internal/livetest"
)

// A daemon that runs for weeks says when its certificate comes near its end, and when it has
// expired, whether it shows it to its own clients or to another broker.
func TestCertificateExpiresInPlay(t *testing.T) {
	for _, embedded := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			r := &resources.Resources{Config: &configs.Config{}}
			r.Config.MQTT.TLS.Cert = "hall.pem"
			if pair := lasting(t, 20*24*time.Hour); embedded {
				r.Embedded = broker.Options{TLS: &broker.ServerTLS{Certificate: pair}}
			} else {
				r.Broker = broadcast.Broker{TLS: &tls.Config{Certificates: []tls.Certificate{pair}}}
			}
			var log livetest.Output
			read := 0
			ctx, stop := context.WithCancel(t.Context())
			done := make(chan struct{})
			go func() {
				defer close(done)
				daemon.WatchCertificate(ctx, r, slog.New(slog.NewTextHandler(&log, nil)))
			}()
			for _, c := range []struct {
				days int
				says string
			}{{5, ""}, {3, "expires soon"}, {13, "has expired"}} {
				time.Sleep(time.Duration(c.days) * 24 * time.Hour)
				synctest.Wait()
				got := log.String()[read:]
				if c.says == "" && got != "" || !strings.Contains(got, c.says) || c.says != "" && !strings.Contains(got, "hall.pem") {
					t.Errorf("after %d days more the log says %q, want %q", c.days, got, c.says)
				}
				read += len(got)
			}
			stop()
			<-done
		})
	}
}

// lasting makes a certificate that is valid for some time from now on.
func lasting(t *testing.T, d time.Duration) tls.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: time.Now(), NotAfter: time.Now().Add(d)}
	raw, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	leaf, err := x509.ParseCertificate(raw)
	if err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{raw}, PrivateKey: key, Leaf: leaf}
}
