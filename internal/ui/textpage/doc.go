// Package textpage lets the game of the Amazons text program be seen and played
// on the web page, at its address /#/display.
//
//	page, err := textpage.Start(files) // of package web
//	…
//	defer page.Close()
//	openBrowser(page.URL())
//	program := textgame.Program{Display: page, …}
//	err = program.Run(ctx)
//
// The page gets a [Display], all there is to see, each time something changes
// (server-sent events, https://html.spec.whatwg.org/multipage/server-sent-events.html)
// and sends back turns and command lines:
//
//	GET  /api/display/events
//	POST /api/display/turn     {"move": "d1-d7(g7)"}
//	POST /api/display/command  {"line": "undo"}
//
// Only this machine reaches it, and only those who know its address, which
// holds a random token: whoever opens that gets a cookie. Pages of other sites
// are refused besides.
package textpage
