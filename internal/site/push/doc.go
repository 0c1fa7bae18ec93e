// Package push tells players whose browser is closed that something waits for
// them: Web Push (RFC 8030), encrypted for the browser alone (RFC 8291) and
// signed by the service (VAPID, RFC 8292).
//
//	p, err := push.New(ctx, push.Config{Store: store, Log: log})
//	go p.Run(ctx)
//	…
//	err = p.Subscribe(ctx, player, subscription) // what the browser gave the page
//	p.Tell(player, push.Message{Event: "gameTurn", Game: "8fk2"})
//
// A subscription is an address at the push service of the browser's maker, with
// the keys for what is sent there. The browser chooses the address, so only the
// hosts of known push services are taken: nobody can make the service knock at
// doors inside its own network.
//
// Messages are hints: one that can't be delivered is dropped, and a page that is
// opened shows what there is. The service worker of the page words them.
package push
