package daemon_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"os"
	"path/filepath"
	"testing"
	"time"

	"touchmove/broadcast/broadcasttest"
)

// The daemon's own screen also shows the boards if its broker uses TLS, whoever has
// signed the certificate and for whatever name. It does so whether or not the broker
// has a WebSocket, which pages cannot use then.
func TestWebOfSecuredBroker(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it")
	}
	dir := t.TempDir()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "hall"}, DNSNames: []string{"hall.example"}, NotAfter: time.Now().Add(time.Hour)}
	cert, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	for name, block := range map[string]*pem.Block{"cert.pem": {Type: "CERTIFICATE", Bytes: cert}, "key.pem": {Type: "PRIVATE KEY", Bytes: raw}} {
		if err := os.WriteFile(filepath.Join(dir, name), pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, websocket := range []string{broadcasttest.FreeAddress(t), ""} {
		c := audienceHall(t)
		c.MQTT.WebSocket, c.Screen.Listen = websocket, broadcasttest.FreeAddress(t)
		c.MQTT.TLS.Cert, c.MQTT.TLS.Key = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
		d, stop := running(t, c)
		all := audience(t, "ws://"+c.Screen.Listen+"/mqtt", 1)
		broadcasttest.Eventually(t, "the screen is right", func() bool { return plyOf(d) > 1 && right(d, all) == len(all) })
		stop()
	}
}
