// Package textpage shows the game of the Amazons text program on the web page, at its
// address /#/display, where it can also be played.
//
//	page, err := textpage.Start(files) // of package web
//	…
//	defer page.Close()
//	openBrowser(page.URL())
//	program := textgame.Program{Display: page, …}
//	err = program.Run(ctx)
//
// The page gets a [Display] each time something changes (server-sent events,
// https://html.spec.whatwg.org/multipage/server-sent-events.html) and sends back turns
// and command lines:
//
//	GET  /api/display/events
//	POST /api/display/turn     {"move": "d1-d7(g7)"}
//	POST /api/display/command  {"line": "undo"}
//
// Only this machine can reach it, and only with its address, which contains a random
// token: a browser that opens the address gets a cookie. Pages of other sites are
// refused as well.
//
// It is a package of its own so that the text program, which also runs in the browser,
// does not link an HTTP server.
package textpage
