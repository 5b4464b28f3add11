package broker

import (
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/netip"
	"runtime"
	"time"
)

// ServerTLS is the TLS configuration of the embedded broker's listeners.
type ServerTLS struct {
	Certificate tls.Certificate
	Clients     *x509.CertPool // who must have signed a client's certificate; nil asks for none
}

// secured is the TLS configuration of a listener, and that of the daemon's own connection
// to it: a certificate generated at the start, which no authority has signed and only this
// process has.
type secured struct {
	server *tls.Config
	own    *tls.Config
}

// secure makes both configurations.
func (s *ServerTLS) secure() (*secured, error) {
	if s == nil {
		return nil, nil
	}
	ours, err := madeUp()
	if err != nil {
		return nil, err
	}
	server := &tls.Config{MinVersion: tls.VersionTLS12, GetCertificate: inTurn(s.Certificate, newHeavyWork(max(1, runtime.GOMAXPROCS(0)-1)))}
	if s.Clients != nil {
		server.ClientAuth = tls.RequireAnyClientCert
		// Unlike VerifyPeerCertificate, it is called for resumed sessions too.
		server.VerifyConnection = func(c tls.ConnectionState) error {
			if len(c.PeerCertificates) == 0 {
				return errors.New("no client certificate")
			}
			leaf := c.PeerCertificates[0]
			if leaf.Equal(ours.Leaf) {
				return nil
			}
			o := x509.VerifyOptions{Roots: s.Clients, Intermediates: x509.NewCertPool(), KeyUsages: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}}
			for _, c := range c.PeerCertificates[1:] {
				o.Intermediates.AddCert(c)
			}
			_, err := leaf.Verify(o)
			return err
		}
	}
	theirs := s.Certificate.Certificate[0]
	own := &tls.Config{
		MinVersion: tls.VersionTLS12, Certificates: []tls.Certificate{ours},
		InsecureSkipVerify: true, // of names and authorities: the certificate must be exactly the one that we serve
		VerifyConnection: func(c tls.ConnectionState) error {
			if len(c.PeerCertificates) == 0 || string(c.PeerCertificates[0].Raw) != string(theirs) {
				return errors.New("this is not our own broker")
			}
			return nil
		},
	}
	return &secured{server, own}, nil
}

// inTurn returns what gives each handshake the certificate, with a key that signs when it has a
// turn. A signature takes a Raspberry Pi tens of milliseconds, and a stranger who begins hundreds of
// handshakes at once would keep the boards from being scanned: one processor is left to them, where
// there are several. Addresses take turns.
func inTurn(c tls.Certificate, turns *heavyWork) func(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	return func(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
		key, ok := c.PrivateKey.(crypto.Signer)
		if !ok {
			return nil, fmt.Errorf("a key of type %T cannot sign", c.PrivateKey)
		}
		its := c
		its.PrivateKey = &signer{key, turns, neighbourhood(hello.Conn.RemoteAddr()), hello.Context()}
		return &its, nil
	}
}

// signer is the key of one handshake.
type signer struct {
	crypto.Signer
	turns *heavyWork
	from  netip.Prefix
	ctx   context.Context // of the handshake
}

// Sign implements crypto.Signer.
func (s *signer) Sign(random io.Reader, digest []byte, o crypto.SignerOpts) ([]byte, error) {
	if !s.turns.acquire(s.from, s.ctx.Done(), nil) {
		return nil, fmt.Errorf("many handshakes at once: %w", s.ctx.Err())
	}
	defer s.turns.release()
	return s.Signer.Sign(random, digest, o)
}

// madeUp generates a self-signed certificate.
func madeUp() (tls.Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return tls.Certificate{}, err
	}
	from := time.Now().Add(-24 * time.Hour) // so that a clock that is set back does not lock us out
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: daemonUser}, NotBefore: from, NotAfter: from.AddDate(100, 0, 0),
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth},
	}
	raw, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		return tls.Certificate{}, err
	}
	leaf, err := x509.ParseCertificate(raw)
	return tls.Certificate{Certificate: [][]byte{raw}, PrivateKey: key, Leaf: leaf}, err
}

// shake does the server's part of a TLS handshake, within the time limit of connecting.
// Without TLS it returns the connection itself.
func (s *secured) shake(line net.Conn) (net.Conn, error) {
	if s == nil {
		return line, nil
	}
	c := tls.Server(line, s.server)
	ctx, cancel := context.WithTimeout(context.Background(), connectTimeout)
	defer cancel()
	if err := c.HandshakeContext(ctx); err != nil {
		return nil, fmt.Errorf("TLS: %w", err)
	}
	return c, nil
}
