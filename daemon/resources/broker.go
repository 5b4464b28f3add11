package resources

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"time"

	"touchmove/broadcast"
	"touchmove/broadcast/broker"
	"touchmove/configs"
	"touchmove/rules"
)

// readBroker reads how to reach an external broker.
func (r *Resources) readBroker(now time.Time, log *slog.Logger) error {
	c := r.Config.MQTT
	password, wrong := readSecret(c.Password, log)
	secured, err := openTLS(c.TLS, now, log)
	r.Broker = broadcast.Broker{URL: c.Broker, Username: c.Username, Password: password, TLS: secured}
	return about("mqtt", wrong, err)
}

// readEmbedded reads the users of the embedded broker, and its certificate.
func (r *Resources) readEmbedded(now time.Time, log *slog.Logger) error {
	c := r.Config
	e := broker.Options{Listen: c.MQTT.Listen, WebSocket: c.MQTT.WebSocket, Base: c.MQTT.Base, Discovery: c.Broadcast.HomeAssistant, Origins: append(origins(c.Screen.Listen), c.Origins()...), Proxies: c.Screen.Proxies}
	if _, port, err := net.SplitHostPort(c.Screen.Listen); err == nil {
		e.Pages = port
	}
	if c.Broadcast.Delay > 0 {
		e.Delayed = c.Broadcast.Base
	}
	var errs []error
	for _, u := range c.MQTT.Users {
		password, err := readSecret(u.Password, log)
		if err != nil {
			errs = append(errs, fmt.Errorf("user %s: %w", u.Name, err))
		}
		role := map[configs.Role]broadcast.Role{
			configs.Reader: broadcast.Reader, configs.Technician: broadcast.Technician, configs.Arbiter: broadcast.Arbiter,
			configs.Assistant: broadcast.Assistant, configs.Seat: broadcast.Seat, configs.Analyst: broadcast.Analyst,
		}[u.Role]
		user := broker.User{Name: u.Name, Password: password, Role: role, Boards: u.Boards}
		if u.Side == rules.Black.String() {
			user.Side = rules.Black
		}
		e.Users = append(e.Users, user)
	}
	var err error
	if c.MQTT.TLS.CA != "" && c.Screen.Listen != "" {
		log.Warn("the screen shows nothing: with mqtt.tls.ca the embedded broker asks every client for a certificate, and visitors of the screen have none: remove ca, or set screen.listen to \"\"")
	}
	e.TLS, err = serverTLS(c.MQTT.TLS, now, log)
	r.Embedded = e
	return about("mqtt", append(errs, err)...)
}

// readSecret reads a password, and warns if all users can read its file.
func readSecret(s configs.Secret, log *slog.Logger) (string, error) {
	password, err := s.Read()
	if info, failed := os.Stat(s.File); s.File != "" && failed == nil && info.Mode().Perm()&0o004 != 0 {
		log.Warn("everybody on this computer can read a password: remove that permission (chmod o-r); the daemon's user must keep it", "file", s.File)
	}
	return password, err
}

// about puts the part of the configuration before each error.
func about(part string, errs ...error) error {
	var list []error
	for _, err := range errs {
		if err != nil {
			list = append(list, fmt.Errorf("%s: %w", part, err))
		}
	}
	return errors.Join(list...)
}

// origins returns the origins from which a browser may load our own pages.
func origins(listen string) []string {
	host, port, err := net.SplitHostPort(listen)
	if err != nil {
		return nil
	}
	hosts := []string{"127.0.0.1", "localhost", "[::1]"}
	if ip := net.ParseIP(host); ip == nil || !ip.IsUnspecified() {
		hosts = append(hosts, host)
	}
	var list []string
	for _, name := range hosts {
		list = append(list, "http://"+name+":"+port)
	}
	return list
}
