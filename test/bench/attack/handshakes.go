package main

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	mrand "math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// handshakes are attacks on a broker with TLS. For each handshake the daemon signs with the key of
// its certificate, which costs it far more than the stranger who asks.
var handshakes = []row{
	{name: "TLS handshakes at both doors, 400 clients", send: bothDoors(400, shake), secured: true},
	{name: "half a TLS handshake at both doors, 2,000 clients", send: bothDoors(2000, halfShake), secured: true},
	{name: "a TLS handshake byte by byte, 2,000 clients", send: bothDoors(2000, dripShake), secured: true},
	{name: "TLS clients who ask for all and read nothing, 400", send: bothDoors(400, shakeAndStall), secured: true},
}

// anyCertificate accepts what the daemon has.
var anyCertificate = &tls.Config{InsecureSkipVerify: true}

// certificate writes a certificate, and its key, of the kind that costs its owner most of those in use.
func certificate(dir string) (cert, key string, err error) {
	private, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		return "", "", err
	}
	from := time.Now().Add(-time.Hour)
	template := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{"localhost"}, NotBefore: from, NotAfter: from.AddDate(1, 0, 0), KeyUsage: x509.KeyUsageDigitalSignature}
	raw, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	if err != nil {
		return "", "", err
	}
	pkcs8, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		return "", "", err
	}
	cert, key = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	return cert, key, errors.Join(
		os.WriteFile(cert, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: raw}), 0o600),
		os.WriteFile(key, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: pkcs8}), 0o600),
	)
}

// bothDoors makes this many clients do something at once, half of them at the port of MQTT and half at
// that of the WebSocket, each over connections that it opens one after the other.
func bothDoors(clients int, do func(ctx context.Context, c net.Conn)) func(context.Context, *process) {
	return func(ctx context.Context, d *process) {
		var all sync.WaitGroup
		for _, door := range []string{d.TCP, d.Web} {
			all.Go(func() {
				repeatedly(ctx, clients/2, func() {
					c, err := elsewhere.Dial("tcp", door)
					if err != nil {
						time.Sleep(10 * time.Millisecond)
						return
					}
					defer c.Close()
					stop := context.AfterFunc(ctx, func() { c.Close() })
					defer stop()
					c.SetDeadline(time.Now().Add(10 * time.Second)) //nolint:errcheck // Read will report it
					do(ctx, c)
				})
			})
		}
		all.Wait()
	}
}

// shake completes a handshake, and goes. It resumes no session.
func shake(ctx context.Context, c net.Conn) {
	tls.Client(c, anyCertificate).HandshakeContext(ctx) //nolint:errcheck // it only costs
}

// once is a connection of which only the first bytes are sent.
type once struct {
	net.Conn
	sent bool
}

// Write implements net.Conn.
func (o *once) Write(p []byte) (int, error) {
	if o.sent {
		return len(p), nil
	}
	o.sent = true
	return o.Conn.Write(p)
}

// halfShake says hello, takes the daemon's signature, and says nothing more.
func halfShake(ctx context.Context, c net.Conn) {
	tls.Client(&once{Conn: c}, anyCertificate).HandshakeContext(ctx) //nolint:errcheck // likewise
	c.Read(make([]byte, 1))                                          //nolint:errcheck // until the daemon has had enough
}

// slow is a connection that takes half a second for each byte.
type slow struct{ net.Conn }

// Write implements net.Conn.
func (s slow) Write(p []byte) (n int, err error) {
	for ; n < len(p) && err == nil; n++ {
		_, err = s.Conn.Write(p[n : n+1])
		time.Sleep(500 * time.Millisecond)
	}
	return n, err
}

func dripShake(ctx context.Context, c net.Conn) {
	tls.Client(slow{c}, anyCertificate).HandshakeContext(ctx) //nolint:errcheck // likewise
}

func shakeAndStall(ctx context.Context, c net.Conn) {
	line := tls.Client(c, anyCertificate)
	if line.HandshakeContext(ctx) != nil {
		return
	}
	line.Write(hello(fmt.Sprintf("secured-%d", mrand.Uint64()))) //nolint:errcheck // likewise
	line.Write(frame(0x82, "\x00\x01", text("#"), "\x01"))       //nolint:errcheck // likewise
	for one := make([]byte, 1); ctx.Err() == nil; {
		if _, err := line.Read(one); err != nil {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
}
