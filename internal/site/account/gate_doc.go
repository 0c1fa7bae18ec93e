// Package gate is the HTTP side of package account: cookies, tokens in headers,
// and the routes by which somebody signs up, signs in, and looks after his
// account.
//
//	g := gate.New(gate.Config{Accounts: accounts, Log: log})
//	g.Register(api)
//	…
//	who, err := g.Identify(r)
//	if err == nil {
//		err = gate.Problem(who.Need(account.Play))
//	}
//
// Operations of huma have no *http.Request: [API.Attach] is the middleware
// by which [API.Who] finds it.
//
// A browser has one cookie, of a guest or of a session. Over TLS its name begins
// with __Host-, so that no other site can set it.
package account
