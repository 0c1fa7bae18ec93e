package moderation

import (
	"context"
	"hash/maphash"
	"slices"
	"sync"
	"time"

	"thera/game"
	"thera/internal/catalog"
	"thera/internal/site/account"
	"thera/internal/site/store/database"
)

// InProgress is the reason for refusing questions about a rated game in progress.
const InProgress account.Reason = "game-in-progress"

const (
	// freePlies is how many turns of a game everybody may ask about: openings are known,
	// and all games have their start in common.
	freePlies = 4
	// positionsFor is how long the positions in the store count as current. A turn played
	// meanwhile leads to a neighbor of what is known.
	positionsFor = time.Second
	// turnCells is how many cells a turn changes at most, in any game with any power.
	turnCells = 5
	// maxNeighbors is how many positions that might be neighbors are checked by the rules.
	maxNeighbors = 16
)

// Positions knows the positions of rated games in progress, of all nodes, and refuses
// questions about them. It reads the store when it is asked, at most once a second for
// each game, so turns cost nothing more. It is safe for concurrent use.
type Positions struct {
	db   *database.DB
	now  func() time.Time
	seed maphash.Seed

	mu    sync.Mutex                 // held while the games are read, so that all who ask share the result
	known map[string]*knownPositions // by game
}

// knownPositions are the positions of a game's rated games in progress, by ID.
type knownPositions struct {
	read time.Time
	live map[string]*livePosition
}

type livePosition struct {
	text  string
	pos   game.Position
	cells cells
}

// cells is a board with a number for what is on each cell.
type cells struct {
	files int
	on    []uint32
}

// NewPositions returns the positions of the games in a database.
func NewPositions(db *database.DB) *Positions {
	return &Positions{db: db, now: time.Now, seed: maphash.MakeSeed(), known: map[string]*knownPositions{}}
}

// MayAsk returns a refusal if a position, or one a turn before or after it, is that of a
// rated game in progress, turned and mirrored as it may be. The first turns of games are
// free.
func (p *Positions) MayAsk(ctx context.Context, entry catalog.Entry, pos game.Position) error {
	live, err := p.current(ctx, entry)
	if err != nil || len(live) == 0 {
		return err
	}
	if p.isKnown(pos, live) {
		return account.Refuse(InProgress, "position %q is that of a rated game in progress, or a turn away from it: ask again when the game is over", pos)
	}
	return nil
}

// isKnown reports whether a position is that of a game in progress, or a turn away from
// it. The position itself is found among any number of games; of those that might be a
// turn away, only maxNeighbors are checked.
func (p *Positions) isKnown(pos game.Position, live []*livePosition) bool {
	images := imagesOf(pos)
	boards, texts := make([]cells, len(images)), make([]string, len(images))
	for i, image := range images {
		boards[i], texts[i] = p.cellsOf(image), image.String()
	}
	if slices.ContainsFunc(live, func(other *livePosition) bool { return slices.Contains(texts, other.text) }) {
		return true
	}
	checked := 0
	for _, other := range live {
		for i, image := range images {
			if !boards[i].near(other.cells) {
				continue
			}
			if checked++; checked > maxNeighbors {
				return false
			}
			if follows(image, other.pos) || follows(other.pos, image) {
				return true
			}
		}
	}
	return false
}

// current returns the positions of a game's rated games, read again if they are old.
func (p *Positions) current(ctx context.Context, entry catalog.Entry) ([]*livePosition, error) {
	name := entry.Game.Name()
	p.mu.Lock()
	defer p.mu.Unlock()
	known := p.known[name]
	if known == nil {
		known = &knownPositions{live: map[string]*livePosition{}}
		p.known[name] = known
	}
	if now := p.now(); now.Sub(known.read) >= positionsFor {
		if err := p.read(ctx, entry, known); err != nil {
			return nil, err
		}
		known.read = now
	}
	all := make([]*livePosition, 0, len(known.live))
	for _, one := range known.live {
		all = append(all, one)
	}
	return all, nil
}

func (p *Positions) read(ctx context.Context, entry catalog.Entry, known *knownPositions) error {
	type row struct{ id, text string }
	rows, err := database.List(ctx, p.db.Reader(), func(r *row) []any { return []any{&r.id, &r.text} },
		`SELECT id, position FROM games WHERE ended_at = 0 AND rated AND ply >= $1 AND game = $2`, freePlies, entry.Game.Name())
	if err != nil {
		return err
	}
	live := make(map[string]*livePosition, len(rows))
	for _, r := range rows {
		if one := known.live[r.id]; one != nil && one.text == r.text {
			live[r.id] = one
			continue
		}
		pos, err := entry.Game.Parse(r.text)
		if err != nil {
			return err
		}
		live[r.id] = &livePosition{r.text, pos, p.cellsOf(pos)}
	}
	known.live = live
	return nil
}

func (p *Positions) cellsOf(pos game.Position) cells {
	board := pos.Board()
	c := cells{board.Files, make([]uint32, len(board.Cells))}
	for i, cell := range board.Cells {
		cell.Piece = 0 // exchanged kinds keep their letters
		c.on[i] = uint32(maphash.Comparable(p.seed, cell))
	}
	return c
}

// near reports whether a turn may lead from one of two boards to the other.
func (c cells) near(other cells) bool {
	if c.files != other.files || len(c.on) != len(other.on) {
		return false
	}
	differ := 0
	for i, on := range c.on {
		if on != other.on[i] {
			if differ++; differ > turnCells {
				return false
			}
		}
	}
	return true
}

// imagesOf returns the images of a position under the symmetries of its board, itself
// first.
func imagesOf(pos game.Position) []game.Position {
	images := []game.Position{pos}
	for _, y := range game.SymmetriesOf(pos)[1:] {
		image, err := game.Image(pos, y)
		if err != nil {
			return images // a position that can't be composed has only itself
		}
		images = append(images, image)
	}
	return images
}

// follows reports whether a turn leads from one position to another.
func follows(next, pos game.Position) bool {
	text := next.String()
	return slices.ContainsFunc(pos.Moves(), func(m game.Move) bool {
		after, err := pos.Play(m)
		return err == nil && after.String() == text
	})
}
