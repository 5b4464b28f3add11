package configs

import (
	"fmt"
	"net/url"

	"touchmove/internal/strict"
	"touchmove/internal/webserver"
)

// config makes a Config from the contents of the file and reports every fault it finds.
func (k *checker) config(raw *file) *Config {
	c := Default()
	if raw.State != "" {
		c.State = k.path(raw.State)
		k.tree("state", c.State)
	}
	k.game(&raw.Game, &c.Game)
	k.mqtt(&raw.MQTT, &c.MQTT)
	k.screen(&raw.Screen, &c.Screen)
	k.organiser(&raw.Organiser, &c.Organiser)
	k.log(&raw.Log, &c.Log)
	k.operate(raw, c)
	k.broadcast(&raw.Broadcast, c)
	k.event(&raw.Event, &c.Event)
	k.boards(raw.Board, c)
	k.usersBoards(c)
	k.secondBoards(raw.Board, c)
	k.ports(c)
	return c
}

func (k *checker) log(raw *logTable, l *Log) {
	if raw.Level != nil {
		k.Choice("log.level", "level", *raw.Level, []string{"debug", "info", "warn", "error"})
		l.Level = *raw.Level
	}
	if raw.Format != nil {
		l.JSON = k.Choice("log.format", "format", *raw.Format, []string{"text", "json"}) == 1
	}
}

func (k *checker) screen(raw *screenTable, s *Screen) {
	if raw.Listen != nil {
		s.Listen = *raw.Listen
		k.listen("screen.listen", s.Listen, true)
	}
	s.Site = k.path(raw.Site)
	for i, origin := range raw.Origins {
		u, err := url.Parse(origin)
		if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.Scheme+"://"+u.Host != origin {
			k.Fault("screen.origins"+strict.Index(i), fmt.Sprintf("origins: %q is not what a browser calls an origin", origin), "write only scheme, host and, unless it is the usual one, port, such as https://boards.example.org")
		}
		s.Origins = append(s.Origins, origin)
	}
	for i, proxy := range raw.Proxies {
		network, err := webserver.ParseProxy(proxy)
		if err != nil {
			k.Fault("screen.trusted_proxies"+strict.Index(i), "trusted_proxies: "+err.Error(), "write the proxy's address, such as 192.168.7.2, or a network of proxies, such as 10.0.0.0/8")
		}
		s.Proxies = append(s.Proxies, network)
	}
	if len(raw.Origins) > 0 && len(raw.Proxies) == 0 {
		k.Warn("screen.origins", "origins: all visitors of the proxy count as one, so that somebody who guesses passwords keeps the arbiters out, too", `let the proxy set X-Forwarded-For, and write its own address beside it: trusted_proxies = ["127.0.0.1"]`)
	}
}
