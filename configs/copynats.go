package configs

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
)

// NATSPlace is a place in a NATS JetStream where copies are kept.
type NATSPlace struct {
	Servers []string // as nats://HOST:PORT, or tls://HOST:PORT
	Stream  string
	prefix  string // subjects begin with it; ends with a dot
}

// natsSubjects begins all subjects of copies. It is not "touchmove": if a NATS server is
// also the MQTT broker, that prefix has the topics.
const natsSubjects = "touchmove-copy."

// ParseNATS parses nats://HOST:PORT,HOST:PORT/STREAM/PREFIX, or the same with tls. The
// prefix may be missing.
func ParseNATS(place string) (p NATSPlace, err error) {
	scheme, rest, _ := strings.Cut(place, "://")
	hosts, rest, _ := strings.Cut(rest, "/")
	stream, prefix, _ := strings.Cut(strings.TrimRight(rest, "/"), "/")
	if scheme != "nats" && scheme != "tls" || stream == "" || strings.ContainsAny(stream, " .*>\\\t\r\n") {
		return p, fmt.Errorf("%q is not a NATS JetStream address", place)
	}
	for _, host := range strings.Split(hosts, ",") {
		u, err := url.Parse(scheme + "://" + host)
		if err != nil || u.Hostname() == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
			return p, errors.New("a server of a NATS JetStream address is HOST or HOST:PORT, without user and password")
		}
		p.Servers = append(p.Servers, u.String())
	}
	p.Stream, p.prefix = stream, natsSubjects+stream+"."
	if prefix != "" {
		p.prefix = p.Subject(prefix) + "."
	}
	return p, nil
}

// String returns the servers and the stream.
func (p NATSPlace) String() string { return strings.Join(p.Servers, ",") + "/" + p.Stream }

// Subjects returns the pattern of all subjects of the stream.
func (p NATSPlace) Subjects() string { return natsSubjects + p.Stream + ".>" }

// Subject returns the subject of a file, whose name is a relative path with slashes. For ""
// it returns the common prefix of all subjects of this place.
func (p NATSPlace) Subject(name string) string {
	levels := strings.Split(name, "/")
	for i, level := range levels {
		levels[i] = strings.ReplaceAll(url.PathEscape(level), ".", "%2E")
	}
	return p.prefix + strings.Join(levels, ".")
}

// Name returns the file name of a subject, and false if the subject is not that of a file.
func (p NATSPlace) Name(subject string) (string, bool) {
	rest, ours := strings.CutPrefix(subject, p.prefix)
	name, err := url.PathUnescape(strings.ReplaceAll(rest, ".", "/"))
	return name, ours && err == nil && p.Subject(name) == subject
}

// loopback reports whether all servers are on this computer.
func (p NATSPlace) loopback() bool {
	for _, server := range p.Servers {
		u, err := url.Parse(server)
		if err != nil {
			return false
		}
		if ip := net.ParseIP(u.Hostname()); u.Hostname() != "localhost" && (ip == nil || !ip.IsLoopback()) {
			return false
		}
	}
	return true
}

// IsNATS reports whether the place of a copy is in a NATS JetStream.
func IsNATS(place string) bool {
	return strings.HasPrefix(place, "nats://") || strings.HasPrefix(place, "tls://")
}

// copyToNATS checks the settings of a copy in a NATS JetStream.
func (k *checker) copyToNATS(raw journalTable, to *Copy) {
	place, err := ParseNATS(raw.Copy)
	if err != nil {
		k.Fault("journal.copy", "copy: "+err.Error(), `write copy = "tls://HOST:4222/STREAM/PREFIX"`)
		return
	}
	*to = Copy{
		URL: strings.TrimRight(raw.Copy, "/"), Key: raw.CopyKey, Secret: Secret{File: k.path(raw.CopySecretFile), Env: raw.CopySecretEnv},
		Credentials: k.path(raw.CopyCredentials), CA: k.path(raw.CopyCA),
	}
	secure := strings.HasPrefix(raw.Copy, "tls://")
	switch {
	case raw.CopyRegion != "":
		k.Fault("journal.copy_region", "copy_region: a NATS JetStream has none", "remove it")
	case to.Credentials != "" && (to.Key != "" || !to.Secret.IsZero()):
		k.Fault("journal.copy_credentials_file", "copy_credentials_file: both credentials and a password", "keep copy_credentials_file, or copy_key and copy_secret_file")
	case (to.Key != "") == to.Secret.IsZero():
		k.Fault("journal.copy_key", "copy_key: a NATS user needs a password, and a password its user", "write copy_key, and copy_secret_file or copy_secret_env")
	case to.Key != "" && !secure && !place.loopback():
		k.Fault("journal.copy", "copy: the password would cross the network unencrypted to "+place.String(), `write copy = "tls://...", or use copy_credentials_file`)
	}
}
