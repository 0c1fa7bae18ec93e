package server

import (
	"bytes"
	"context"
	"iter"
	"log/slog"
	"maps"
	"net/http"
	"runtime"
	"slices"
	"sync"
	"time"

	"thera/internal/catalog"
	"thera/internal/lab/explorer"
	"thera/internal/site/account"
	"thera/internal/site/httpkit"
	"thera/internal/site/play"
	"thera/internal/site/store"
)

// PlayerExplorerConfig configures a [PlayerExplorer].
type PlayerExplorerConfig struct {
	// Logs yields the games that a search finds, with their logs.
	Logs func(context.Context, store.Search) iter.Seq2[store.Logged, error]
	// Find returns the player with a name, who is in no class.
	Find  func(ctx context.Context, name string) (play.Player, error)
	Games []catalog.Entry
	Log   *slog.Logger
	// Asked is how often a client may ask.
	Asked httpkit.Rate
}

// DefaultPlayerExplorerRate is a rate that people who compare players do not reach.
func DefaultPlayerExplorerRate() httpkit.Rate { return httpkit.Rate{PerSecond: 0.2, Burst: 20} }

// PlayerExplorer makes explorer files of one player's games. It counts the newest ones
// when somebody asks, since files of all players would have to be made again after each
// game. It is a [Part].
type PlayerExplorer struct {
	PlayerExplorerConfig
	building *httpkit.Places

	mu   sync.Mutex
	made map[playerFileKey]playerFile
}

// playerFileKey says whose games are in a file: those of a class, "" for those outside,
// in which the player had a seat, 0 for any.
type playerFileKey struct {
	player, class, game string
	seat                int
}

type playerFile struct {
	data []byte
	at   time.Time
}

const (
	playerGames   = 1000        // in a file; they take a second of a processor to count
	playerFiles   = 32          // kept, each of at most 400 kB
	playerFileAge = time.Minute // after which a file is made again
)

// NewPlayerExplorer returns a part that has made no file yet. Of the processors at most
// half make files, and only one for each client.
func NewPlayerExplorer(c PlayerExplorerConfig) *PlayerExplorer {
	return &PlayerExplorer{
		PlayerExplorerConfig: c,
		building:             httpkit.NewPlaces(1, max(1, runtime.GOMAXPROCS(0)/2)),
		made:                 map[playerFileKey]playerFile{},
	}
}

// Register adds the operations to a kit.
func (p *PlayerExplorer) Register(kit *account.Kit) {
	op := httpkit.Operation{Tag: "explorer", Cost: httpkit.Search, Rates: []httpkit.Quota{httpkit.ByClient(httpkit.NewLimiter(p.Asked))}}
	op = op.Answering(httpkit.Answer{ContentType: "application/octet-stream", What: "The file"}).
		Saying("Of the player's newest 1,000 finished games with a winner. docs/research/explorer.md has the format.")
	mine, of := op, op
	mine.Callers, mine.Scope, mine.Object = httpkit.Players, account.Play, httpkit.OfCaller
	httpkit.Register(kit, mine.At("GET /api/v1/account/explorer", "myExplorer", "Get the explorer file of my own games"), p.mine)
	of.Callers, of.Object = httpkit.Unidentified, httpkit.OfEveryone
	httpkit.Register(kit, of.At("GET /api/v1/player/{name}/explorer", "playerExplorer", "Get the explorer file of a player's games"), p.ofPlayer)
}

// PlayerGames selects games of a player.
type PlayerGames struct {
	Game string `query:"game" required:"true" maxLength:"40" doc:"The game's name"`
	Seat int    `query:"seat" minimum:"1" maximum:"8" doc:"Only games in which the player had this seat"`
}

type namedPlayerInput struct {
	Name string `path:"name" maxLength:"40" doc:"The player's name, in any case"`
	PlayerGames
}

type playerFileOutput struct {
	ContentType  string `header:"Content-Type"`
	CacheControl string `header:"Cache-Control"`
	Body         []byte
}

func (p *PlayerExplorer) mine(ctx context.Context, who account.Who, in *PlayerGames) (*playerFileOutput, error) {
	return p.answer(ctx, playerFileKey{who.ID, who.Class, in.Game, in.Seat}, "private, max-age=60")
}

// ofPlayer counts games that everybody can see: none of classes, whose members have no
// names here.
func (p *PlayerExplorer) ofPlayer(ctx context.Context, _ account.Who, in *namedPlayerInput) (*playerFileOutput, error) {
	player, err := p.Find(ctx, in.Name)
	if err != nil {
		return nil, err
	}
	return p.answer(ctx, playerFileKey{player.ID, "", in.Game, in.Seat}, "public, max-age=60")
}

func (p *PlayerExplorer) answer(ctx context.Context, key playerFileKey, cache string) (*playerFileOutput, error) {
	entry, err := catalog.Among(p.Games, key.game)
	if err != nil {
		return nil, httpkit.NewProblem(http.StatusUnprocessableEntity, "unknown-game", "%v", err)
	}
	data, isKept := p.kept(key)
	if !isKept {
		client := httpkit.Client(ctx)
		if !p.building.Take(client) {
			return nil, httpkit.TooMany(time.Second, "too many players' games are being counted: want a pause")
		}
		defer p.building.Give(client)
		if data, err = p.build(ctx, entry, key); err != nil {
			return nil, err
		}
		p.keep(key, data)
	}
	return &playerFileOutput{"application/octet-stream", cache, data}, nil
}

func (p *PlayerExplorer) kept(key playerFileKey) ([]byte, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	file, ok := p.made[key]
	return file.data, ok && time.Since(file.at) < playerFileAge
}

// keep drops the oldest file if there are too many.
func (p *PlayerExplorer) keep(key playerFileKey, data []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.made, key)
	if len(p.made) >= playerFiles {
		oldest := slices.MinFunc(slices.Collect(maps.Keys(p.made)), func(a, b playerFileKey) int {
			return p.made[a].at.Compare(p.made[b].at)
		})
		delete(p.made, oldest)
	}
	p.made[key] = playerFile{data, time.Now()}
}

// build leaves out a game that can't be replayed: the player's others still count.
func (p *PlayerExplorer) build(ctx context.Context, entry catalog.Entry, key playerFileKey) ([]byte, error) {
	b := explorer.NewBuilder(entry, explorer.Options{Plies: explorer.PersonalPlies, InMemory: true})
	search := store.Search{Player: key.player, Class: key.class, Game: key.game, Decided: true, Limit: playerGames}
	for g, err := range p.Logs(ctx, search) {
		if err != nil {
			return nil, err
		}
		setup := g.Log[0].Setup
		if key.seat > 0 && (key.seat > len(setup.Players) || setup.Players[key.seat-1].ID != key.player) {
			continue
		}
		sheet, err := play.Record(g.ID, g.Log, entry.Game)
		if err == nil {
			err = b.Add(sheet)
		}
		if err != nil {
			p.Log.WarnContext(ctx, "game left out of a player's files", "game", g.ID, "cause", err)
		}
	}
	var out bytes.Buffer
	_, err := b.Write(ctx, &out)
	return out.Bytes(), err
}
