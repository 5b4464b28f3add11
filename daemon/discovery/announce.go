package discovery

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"time"
)

// Announcer answers questions about this computer. Make it with New and run it once.
type Announcer struct {
	name     string
	services []Service
	list     func() ([]net.Interface, error)
	log      *slog.Logger
	links    map[string]*link // by interface and its addresses
	failed   map[string]bool  // failures that have been logged
}

// New makes an announcer of services under a name, such as "touchmove" for touchmove.local. It
// answers on the named interfaces, or, without names, on all that are up and support multicast.
func New(name string, services []Service, log *slog.Logger, interfaces ...string) *Announcer {
	list := net.Interfaces
	if len(interfaces) > 0 {
		list = func() (all []net.Interface, err error) {
			for _, n := range interfaces {
				i, err := net.InterfaceByName(n)
				if err != nil {
					return nil, err
				}
				i.Flags |= net.FlagMulticast
				all = append(all, *i)
			}
			return all, nil
		}
	}
	return &Announcer{name: name, services: services, list: list, log: log, links: map[string]*link{}, failed: map[string]bool{}}
}

// every is how often the interfaces and their addresses are checked for changes.
const every = 15 * time.Second

// Run answers until ctx ends. A computer without a network is no error, as a network may appear.
func (a *Announcer) Run(ctx context.Context) {
	again := time.NewTicker(every)
	defer again.Stop()
	defer a.follow(nil)
	for {
		list, err := a.list()
		if err != nil {
			a.warn("interfaces", err)
		}
		a.follow(list)
		select {
		case <-ctx.Done():
			return
		case <-again.C:
		}
	}
}

// follow answers on the interfaces of the list, and stops answering on others.
func (a *Announcer) follow(list []net.Interface) {
	now := map[string]bool{}
	for _, i := range list {
		addresses := reachable(i)
		if len(addresses) == 0 {
			continue
		}
		key := fmt.Sprint(i.Name, addresses)
		now[key] = true
		if a.links[key] != nil {
			continue
		}
		z, err := newZone(a.name, a.services, addresses)
		if err == nil {
			a.links[key], err = open(i, z)
		}
		if err != nil {
			delete(a.links, key)
			a.warn(key, fmt.Errorf("interface %s: %w", i.Name, err))
			continue
		}
		a.log.Info("announced on the local network", "as", a.name+".local", "interface", i.Name)
	}
	for key, l := range a.links {
		if !now[key] {
			_ = l.close() // the interface has gone
			delete(a.links, key)
		}
	}
}

// warn logs a failure once.
func (a *Announcer) warn(key string, err error) {
	if !a.failed[key] {
		a.failed[key] = true
		a.log.Warn("cannot be announced on the local network", "error", err)
	}
}

// reachable returns the addresses at which others can reach an interface; none if it is down or
// cannot multicast.
func reachable(i net.Interface) (list []net.IP) {
	if i.Flags&net.FlagUp == 0 || i.Flags&net.FlagMulticast == 0 {
		return nil
	}
	all, err := i.Addrs()
	if err != nil {
		return nil
	}
	for _, one := range all {
		if n, ok := one.(*net.IPNet); ok {
			list = append(list, n.IP)
		}
	}
	return list
}
