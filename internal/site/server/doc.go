// Package server puts the site together and serves it over HTTP: the web page as static
// files, questions about games as JSON under /api/v1/, and the operations of all other
// packages of the site.
//
//	site, err := server.OpenSite(ctx, server.SiteConfig{Store: "games.db", Page: files, Log: log, …})
//	listener, err := net.Listen("tcp", "127.0.0.1:8080")
//	…
//	err = site.Serve(ctx, listener) // until ctx is done
//	err = site.Close()
//
// # The site
//
// [OpenSite] opens the store and the bus, and creates whatever runs on them: accounts,
// rooms, lobby, house bots, tournaments, ladders, classes, studies. It is the place to
// look for what depends on what. A [Site] is closed in the opposite order.
//
// # The HTTP server
//
// [New] shows which handler serves which path, and which layers a request passes on its
// way. A [Server] answers questions about games itself: the legal moves of a position,
// its best move, its proven result, games in another format. Everything else is a
// [Part] that adds operations of its own. An answer that can't be given is a problem
// (RFC 9457) that names the field at fault. Requests and connections beyond the [Limits]
// are refused and counted by reason. docs/programs/api.md is for users;
// testdata/openapi.json is the contract of the API.
//
// # Previews and the explorer
//
// [Previews] shows positions and games outside the page: as pictures, as pages from which
// chat programs and social networks make previews of links, and by oEmbed, with which
// other sites embed a board. What is shown is a subject: a game on the server, by its
// ID, or a game in the address itself, by its start and moves. Everybody may see it: a
// game of a class does not exist here. Nothing is stored; a few pictures at a time are
// drawn on demand.
//
// [Explorer] answers what was played in a position, from files GAME.explorer in a
// folder, and serves the files themselves, of which the page reads the parts that it
// needs. New files replace old ones in one step; every request looks whether there is a
// newer one.
//
// It is a package of its own so that a command is only flags and printing, and tests can
// open the whole site without one.
package server
