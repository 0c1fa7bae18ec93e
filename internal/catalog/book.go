package catalog

import (
	"context"

	"thera/engine"
	"thera/santorini/opening"
)

// bookPlayer is an engine that places its workers by a book.
type bookPlayer struct {
	engine.Engine
	book *opening.Book
}

// withBook returns engines that use the book at the highest level.
func withBook(e Engine, book *opening.Book) Engine {
	return Engine{e.Name, func(c engine.Config) engine.Engine {
		if levelOf(c) < MaxLevel {
			return e.New(c)
		}
		return bookPlayer{e.New(c), book}
	}}
}

// Search answers from the book if only a move is asked for.
func (o bookPlayer) Search(ctx context.Context, req engine.Request) (engine.Info, error) {
	if wantsMove(req) {
		if info, ok := o.book.Find(req.Position, req.Seed); ok {
			return reported(req, info), nil
		}
	}
	return o.Engine.Search(ctx, req)
}
