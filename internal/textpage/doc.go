// Package textpage is a page in the browser on which the game of the Amazons
// text program is seen and played.
//
//	page, err := textpage.Start()
//	…
//	defer page.Close()
//	openBrowser(page.URL())
//	program := textgame.Program{Display: page, …}
//	err = program.Run(ctx)
//
// The page is plain files in the folder files, without a build. It gets a view,
// all there is to see, as JSON each time something changes (server-sent
// events, https://html.spec.whatwg.org/multipage/server-sent-events.html), and
// sends back command lines. It knows no rules: it lets a person choose among
// the legal moves of the view, step by step.
//
// Only this machine reaches the page, and only those who know its address,
// which holds a random token; pages of other sites are refused besides.
//
// The page is for this one program. The page of thera serve, with engines,
// analysis and all games, is another.
package textpage
