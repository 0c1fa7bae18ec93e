package main

import (
	"context"
	"errors"
	"fmt"
	"net"

	"thera/internal/site/server"
)

// listeners are where a server is reached: by players, by those who come without TLS to
// a server that has it, and by operators. The last two can be nil.
type listeners struct{ players, plain, monitor net.Listener }

func (f *serveFlags) listeners(ctx context.Context) (l listeners, err error) {
	for _, one := range []struct {
		into          *net.Listener
		flag, address string
	}{
		{&l.players, "listen", f.address()},
		{&l.plain, "listen-http", f.https.plainAddress()},
		{&l.monitor, "metrics", f.metrics},
	} {
		if one.address == "" {
			continue
		}
		var config net.ListenConfig
		if *one.into, err = config.Listen(ctx, "tcp", one.address); err != nil {
			*one.into = nil
			return l, errors.Join(fmt.Errorf("--%s %q: %w", one.flag, one.address, err), l.close())
		}
	}
	return l, nil
}

func (l listeners) close() (err error) {
	for _, listener := range []net.Listener{l.players, l.plain, l.monitor} {
		if listener != nil {
			err = errors.Join(err, listener.Close())
		}
	}
	return err
}

// serve serves the site until ctx is done or a listener fails. Operators are answered
// until serving players has ended.
func (l listeners) serve(ctx context.Context, site *server.Site) error {
	players, fail := context.WithCancel(ctx)
	defer fail()
	others, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	ended, serving := make(chan error), 0
	beside := func(serve func() error) {
		serving++
		go func() {
			err := serve()
			fail()
			ended <- err
		}()
	}
	if l.plain != nil {
		beside(func() error { return site.Redirect(others, l.plain, l.players.Addr()) })
	}
	if l.monitor != nil {
		beside(func() error { return site.ServeMonitor(others, l.monitor) })
	}
	err := site.Serve(players, l.players)
	stop()
	for range serving {
		err = errors.Join(err, <-ended)
	}
	return err
}
