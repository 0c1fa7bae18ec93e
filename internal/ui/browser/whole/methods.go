package whole

import (
	"thera/engine"
	"thera/internal/catalog"
	"thera/internal/catalog/answer"
	"thera/internal/ui/browser"
)

// memory is what is kept from one request to the next.
type memory struct {
	solvers map[string]engine.Solver // by game
	turns   map[string]engine.Info   // of the text program, by seed and position
}

// NewService returns a service with all games and all methods, like [browser.NewService].
func NewService(post func(message []byte), pause func()) *browser.Service {
	return browser.NewService(catalog.Games(), methods(), post, pause)
}

// methods returns all methods. The page's types are generated from this list.
func methods() []browser.Method {
	m := &memory{map[string]engine.Solver{}, map[string]engine.Info{}}
	return append(browser.Methods(),
		browser.Quick("rate", rate),
		browser.Quick("session", classSession),
		browser.Quick("text", m.text),
		browser.Quick("locate", locate),
		browser.Quick("explore", explore),
		browser.Quick("read", read),
		browser.Quick("write", write),
		browser.Long[answer.Proof]("solve", m.solve),
	)
}
