package broker

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"fmt"
	"math/big"
	"net"
	"time"
)

// ServerTLS is how the embedded broker secures its listeners.
type ServerTLS struct {
	Certificate tls.Certificate
	Clients     *x509.CertPool // who has to have signed a client's certificate; nil asks for none
}

// secured is a listener's side of TLS, and the daemon's own way through it: a
// certificate made up at the start, which no authority knows, and which nobody
// but this process has.
type secured struct {
	server *tls.Config
	own    *tls.Config
}

// secure makes both sides.
func (s *ServerTLS) secure() (*secured, error) {
	if s == nil {
		return nil, nil
	}
	ours, err := madeUp()
	if err != nil {
		return nil, err
	}
	server := &tls.Config{MinVersion: tls.VersionTLS12, Certificates: []tls.Certificate{s.Certificate}}
	if s.Clients != nil {
		server.ClientAuth = tls.RequireAnyClientCert
		// Called for resumed sessions too, unlike VerifyPeerCertificate.
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
		InsecureSkipVerify: true, // of names and authorities; it has to be the very certificate that we serve
		VerifyConnection: func(c tls.ConnectionState) error {
			if len(c.PeerCertificates) == 0 || string(c.PeerCertificates[0].Raw) != string(theirs) {
				return errors.New("this is not our own broker")
			}
			return nil
		},
	}
	return &secured{server, own}, nil
}

// madeUp makes a self-signed certificate.
func madeUp() (tls.Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return tls.Certificate{}, err
	}
	from := time.Now().Add(-24 * time.Hour) // a clock that is set back must not lock us out
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

// shake does the server's side of a TLS handshake; without TLS it returns the connection
// itself. The time limit is that of connecting.
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
