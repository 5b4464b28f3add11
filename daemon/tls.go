package daemon

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"os"

	"touchmove/broadcast"
	"touchmove/configs"
)

// serverTLS reads the certificates of the embedded broker; nil leaves it plain.
func serverTLS(t configs.TLS) (*broadcast.ServerTLS, error) {
	if t.Cert == "" {
		return nil, nil
	}
	pair, err := tls.LoadX509KeyPair(t.Cert, t.Key)
	if err != nil {
		return nil, fmt.Errorf("certificate of the embedded broker: %w", err)
	}
	s := &broadcast.ServerTLS{Certificate: pair}
	if t.CA == "" {
		return s, nil
	}
	text, err := os.ReadFile(t.CA)
	if err != nil {
		return nil, fmt.Errorf("certificates of clients: %w", err)
	}
	s.Clients = x509.NewCertPool()
	if !s.Clients.AppendCertsFromPEM(text) {
		return nil, fmt.Errorf("certificates of clients: %s holds none in PEM form", t.CA)
	}
	return s, nil
}
