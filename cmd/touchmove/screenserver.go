package main

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"touchmove/broadcast"
	"touchmove/configs"
	serve "touchmove/daemon/web"
	"touchmove/internal/topic"
	"touchmove/internal/webserver"
	web "touchmove/screen"
)

func newScreen(c *console) *cobra.Command {
	var o screenOptions
	cmd := &cobra.Command{
		Use:   "screen --broker URL [--files] [--listen ADDRESS] [--base LEVELS] [--ca FILE] [--origin URL] [--trusted-proxy ADDRESS]",
		Short: "Serve only the broadcast screen",
		Long: `Serve the broadcast screen for boards that others publish, until SIGINT or SIGTERM.

Browsers reach a broker by ws:// or wss:// themselves. A broker at tcp://, mqtt://,
ssl:// or mqtts:// is reached through this server, which adds no rights of its own.

With --files browsers do not use MQTT at all: every two seconds they read the state of the
boards as files from this server, and caches in front can serve any number of browsers.`,
		Example: `  touchmove screen --broker ws://192.168.7.2:8083
  touchmove screen --broker mqtt://hall:1883 --listen 0.0.0.0:80
  touchmove screen --broker mqtt://hall:1883 --files`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			lines := newLogQueue(c.err)
			defer lines.end()
			log := lines.logger(configs.Log{Level: "info"})
			options, err := o.options(log)
			if err != nil {
				return bad(err)
			}
			proxies, err := trustedProxies(o.proxies)
			if err != nil {
				return bad(err)
			}
			server, err := serve.Open(o.listen, proxies, options, log)
			if err != nil {
				return err
			}
			ctx, stop := untilStopped(cmd.Context())
			defer stop()
			fmt.Fprintln(c.out, server.URL())
			var listening sync.WaitGroup
			if options.Snapshots != nil {
				listening.Go(func() { options.Snapshots.Run(ctx, o.source) })
			}
			server.Serve(ctx)
			listening.Wait()
			return nil
		},
	}
	cmd.Flags().StringVar(&o.broker, "broker", "", "the broker's `URL`: ws, wss, tcp, mqtt, ssl or mqtts")
	cmd.Flags().BoolVar(&o.files, "files", false, "browsers read files instead of the broker, so that caches can serve them")
	cmd.Flags().StringVar(&o.listen, "listen", "127.0.0.1:8080", "`ADDRESS` to serve at")
	cmd.Flags().StringVar(&o.base, "base", "touchmove/v1", "topic `LEVELS` before event and board")
	cmd.Flags().StringVar(&o.ca, "ca", "", "PEM `FILE` of the authorities that sign a secured broker's certificate")
	cmd.Flags().StringArrayVar(&o.origins, "origin", nil, "`URL` of a proxy in front of this server; may be repeated")
	trustedProxyFlag(cmd, &o.proxies)
	return cmd
}

type screenOptions struct {
	broker, listen, base, ca string
	origins, proxies         []string
	files                    bool

	source broadcast.Broker // where the files come from
}

func (o *screenOptions) options(log *slog.Logger) (web.Options, error) {
	if o.broker == "" {
		return web.Options{}, fmt.Errorf("--broker is missing: write the broker's URL, such as --broker ws://127.0.0.1:8083")
	}
	if err := configs.CheckListen(o.listen); err != nil {
		return web.Options{}, fmt.Errorf("--listen: %w", err)
	}
	for _, level := range strings.Split(o.base, "/") {
		if !topic.IsLevel(level) {
			return web.Options{}, fmt.Errorf("--base: topic level %q: write 1 to 32 of the characters a-z, 0-9 and hyphen", level)
		}
	}
	u, err := url.Parse(o.broker)
	switch {
	case err != nil || u.Hostname() == "":
		return web.Options{}, fmt.Errorf("--broker %q: write a URL, such as ws://127.0.0.1:8083", o.broker)
	case u.User != nil:
		return web.Options{}, fmt.Errorf("--broker: the screen does not log in: leave user and password out")
	}
	secured, err := authorities(o.ca)
	if err != nil {
		return web.Options{}, err
	}
	cards := web.NewCards(o.base, broadcast.Broker{URL: o.broker, TLS: secured}, log)
	if !o.files && (u.Scheme == "ws" || u.Scheme == "wss") {
		return web.Options{Broker: o.broker, Base: o.base, Cards: cards, Origins: o.origins}, nil
	}
	if o.files {
		if !slices.Contains([]string{"ws", "wss", "tcp", "mqtt", "ssl", "mqtts"}, u.Scheme) {
			return web.Options{}, fmt.Errorf("--broker %q: the screen reaches tcp, mqtt, ssl, mqtts, ws and wss", o.broker)
		}
		o.source = broadcast.Broker{URL: o.broker, TLS: secured}
		said := web.NewSnapshots(o.base, log)
		return web.Options{Broker: web.Files, Base: o.base, Snapshots: said, Cards: said.Cards(), Origins: o.origins}, nil
	}
	bridge, err := web.NewBridge(o.broker, secured, log)
	if err != nil {
		return web.Options{}, fmt.Errorf("--broker: %w", err)
	}
	bridge.Origins = o.origins
	return web.Options{Broker: web.BridgePath, Base: o.base, Bridge: bridge, Cards: cards, Origins: o.origins}, nil
}

// authorities reads a file of CA certificates. nil means that the system's
// certificates are trusted.
func authorities(file string) (*tls.Config, error) {
	if file == "" {
		return nil, nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("--ca: %w", err)
	}
	c := &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: x509.NewCertPool()}
	if !c.RootCAs.AppendCertsFromPEM(text) {
		return nil, fmt.Errorf("--ca: %s holds no certificate in PEM form", file)
	}
	return c, nil
}

// trustedProxyFlag adds the flag that names proxies whose X-Forwarded-For is believed.
func trustedProxyFlag(cmd *cobra.Command, proxies *[]string) {
	cmd.Flags().StringArrayVar(proxies, "trusted-proxy", nil, "`ADDRESS` or network of a proxy that names its visitors in X-Forwarded-For; may be repeated")
}

// trustedProxies parses the values of that flag.
func trustedProxies(list []string) (proxies webserver.Proxies, err error) {
	for _, text := range list {
		network, err := webserver.ParseProxy(text)
		if err != nil {
			return nil, fmt.Errorf("--trusted-proxy: %w: write an address such as 192.168.7.2, or a network such as 10.0.0.0/8", err)
		}
		proxies = append(proxies, network)
	}
	return proxies, nil
}
