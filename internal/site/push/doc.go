// Package push sends messages to browsers of players who have no page open: Web Push
// (RFC 8030), encrypted for the browser (RFC 8291) and signed by the service (VAPID,
// RFC 8292).
//
//	p, err := push.New(ctx, push.Config{Store: store, Log: log, Online: online})
//	go p.Run(ctx)
//	…
//	err = p.Subscribe(ctx, subscription, now) // what the browser gave the page
//	p.Tell(player, push.Message{Event: "gameTurn", Game: "8fk2"})
//
// A subscription is an address at the push service of the browser's vendor, with the
// keys for messages to it. The browser chooses the address, so only the hosts of known
// push services are accepted: nobody can make the service send requests into its own
// network.
//
// Messages are hints. A message that can't be delivered is dropped, and a page that is
// opened shows the current state. The page's service worker words the messages.
// [Push.Register] adds the operations by which browsers subscribe.
//
// It is a package of its own because it implements these three RFCs against services of
// other companies, which its tests replace.
package push
