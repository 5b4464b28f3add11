package resources

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"log/slog"
	"time"

	"touchmove/broadcast/broker"
	"touchmove/configs"
	"touchmove/internal/regularfile"
)

// longestFile is how long a calibration, or a file with certificates or a key, may be, in
// bytes.
const longestFile = 4 << 20

// readPair is tls.LoadX509KeyPair for files of a sensible length.
func readPair(cert, key string) (tls.Certificate, error) {
	certificates, err := regularfile.Read(cert, longestFile)
	if err != nil {
		return tls.Certificate{}, err
	}
	private, err := regularfile.Read(key, longestFile)
	if err != nil {
		return tls.Certificate{}, err
	}
	return tls.X509KeyPair(certificates, private)
}

// serverTLS reads the certificates of the embedded broker; nil leaves it plain.
func serverTLS(t configs.TLS, now time.Time, log *slog.Logger) (*broker.ServerTLS, error) {
	if t.Cert == "" {
		return nil, nil
	}
	pair, err := readPair(t.Cert, t.Key)
	if err != nil {
		return nil, fmt.Errorf("certificate of the embedded broker: %w", err)
	}
	checkValidity(pair, t.Cert, now, log)
	s := &broker.ServerTLS{Certificate: pair}
	if t.CA == "" {
		return s, nil
	}
	text, err := regularfile.Read(t.CA, longestFile)
	if err != nil {
		return nil, fmt.Errorf("certificates of clients: %w", err)
	}
	s.Clients = x509.NewCertPool()
	if !s.Clients.AppendCertsFromPEM(text) {
		return nil, fmt.Errorf("certificates of clients: %s holds none in PEM form", t.CA)
	}
	return s, nil
}

// tournament is how long before its end a warning about a certificate is logged: a
// tournament of nine rounds must not begin with a certificate that expires during it.
const tournament = 14 * 24 * time.Hour

// checkValidity warns about a certificate that has expired, or soon will. The
// certificate is still used: the clock may be wrong, and the other side decides whether
// to accept it.
func checkValidity(pair tls.Certificate, file string, now time.Time, log *slog.Logger) {
	leaf := pair.Leaf
	if leaf == nil {
		return
	}
	from, until := leaf.NotBefore.UTC().Format(time.RFC3339), leaf.NotAfter.UTC().Format(time.RFC3339)
	switch {
	case now.Before(leaf.NotBefore):
		log.Warn("a certificate is not valid yet, or the clock of this computer is wrong", "file", file, "from", from)
	case now.After(leaf.NotAfter):
		log.Warn("a certificate has expired: the other side will refuse it until it is renewed, and the daemon reloaded", "file", file, "until", until)
	case leaf.NotAfter.Sub(now) < tournament:
		log.Warn("a certificate expires soon: renew it, and reload", "file", file, "until", until)
	}
}

// CheckCertificate warns, as Read does, about the certificate with which this computer shows who it
// is, if it has expired at a time, or soon will.
func (r *Resources) CheckCertificate(now time.Time, log *slog.Logger) {
	checkValidity(r.certificate(), r.Config.MQTT.TLS.Cert, now, log)
}

// certificate returns the certificate in use; the zero value is none.
func (r *Resources) certificate() tls.Certificate {
	switch secured := r.Broker.TLS; {
	case r.Embedded.TLS != nil:
		return r.Embedded.TLS.Certificate
	case secured != nil && len(secured.Certificates) > 0:
		return secured.Certificates[0]
	}
	return tls.Certificate{}
}

// openTLS reads the certificates of a secured connection; nil trusts what the
// system trusts.
func openTLS(t configs.TLS, now time.Time, log *slog.Logger) (*tls.Config, error) {
	if t == (configs.TLS{}) {
		return nil, nil
	}
	c := &tls.Config{MinVersion: tls.VersionTLS12}
	if t.CA != "" {
		text, err := regularfile.Read(t.CA, longestFile)
		if err != nil {
			return nil, fmt.Errorf("certificates: %w", err)
		}
		c.RootCAs = x509.NewCertPool()
		if !c.RootCAs.AppendCertsFromPEM(text) {
			return nil, fmt.Errorf("certificates: %s holds none in PEM form", t.CA)
		}
	}
	if t.Cert != "" {
		pair, err := readPair(t.Cert, t.Key)
		if err != nil {
			return nil, fmt.Errorf("client certificate: %w", err)
		}
		checkValidity(pair, t.Cert, now, log)
		c.Certificates = []tls.Certificate{pair}
	}
	return c, nil
}
