package lobby

import (
	"context"
	"errors"
	"hash/maphash"
	"iter"
	"slices"
	"sync"
	"time"

	"thera/game"
	"thera/internal/catalog/setup"
	"thera/internal/cluster/bus"
	"thera/internal/site/httpkit"
	"thera/internal/site/play"
	"thera/internal/site/room"
	"thera/internal/site/store"
	"thera/internal/site/stream"
)

// Errors of listening.
var (
	// ErrBehind is the error of a listener that was too slow and must start again.
	ErrBehind = stream.ErrBehind
	// ErrClosed is the error of listening to a lobby that no longer runs.
	ErrClosed = errors.New("the lobby is closed")
)

// Config is what a lobby needs.
type Config struct {
	Store *store.Store
	House *room.House
	// Rules returns the rules of a game by its name.
	Rules func(name string) (game.Game, error)
	// Cards returns the powers of a game by its name; nil where none has any.
	Cards func(name string) setup.Cards
	// Handicaps returns the handicaps of a game by its name; nil where none has any.
	Handicaps func(name string) []setup.Handicap
	// Find returns the player with a name, as written by a member of a class or, for
	// "", by others.
	Find func(ctx context.Context, class, name string) (play.Player, error)
	// Bots are the house bots, nil for none.
	Bots Bots
	// Bus connects the nodes that serve the store; nil if there is only this program.
	Bus *bus.Bus
	// BotDelay is how long a player who wants to play now waits for people
	// before house bots take the remaining seats; 0 for seven seconds.
	BotDelay time.Duration
}

// Bots are house bots, which are always available.
type Bots interface {
	// Has reports whether a player is one of them.
	Has(player string) bool
	// Choose returns n bots that play on these terms, about as strong as who.
	// If named is not "", that bot is among them or the call is refused.
	Choose(ctx context.Context, who play.Player, terms Terms, n int, named string) ([]play.Player, error)
}

// Lobby is where players find opponents. It is safe for concurrent use.
type Lobby struct {
	config Config
	hub    *stream.Hub[Notice]
	nodes  nodes

	mu         sync.Mutex // guards the offers and admissions; never held while writing to the store
	seeks      index
	challenges index
	drafts     index

	missingDrafts map[string]string // IDs of offers whose drafts, by ID, may be stored although that seemed to fail

	admissions          map[string]admission // by player
	addressGames        *httpkit.Daily       // games begun by guests of each address
	accountGames        *httpkit.Daily       // games begun by each account
	addressAccountGames *httpkit.Daily       // games begun by accounts of each address

	// One player's offers are filled with house bots one after the other, so that each game
	// is counted before the next.
	filling locks

	drafting locks // a draft acts once at a time; locked before saving
	saving   locks // an offer is written, or read again, once at a time; locked before mu

	greeting chan struct{} // holds a value for each listener that gets a state again

	tasks   sync.WaitGroup
	tasksMu sync.Mutex // guards starting tasks against closing
	closed  chan struct{}
}

// locks are mutexes for what has an ID. Few IDs share one.
type locks [64]sync.Mutex

var lockSeed = maphash.MakeSeed()

// lock locks the mutex of an ID. Hold only one of them at a time.
func (l *locks) lock(id string) (unlock func()) {
	mu := &l[maphash.String(lockSeed, id)%uint64(len(l))]
	mu.Lock()
	return mu.Unlock
}

// New returns a lobby with the stored offers. It works while Run does.
func New(ctx context.Context, config Config) (*Lobby, error) {
	if config.BotDelay == 0 {
		config.BotDelay = 7 * time.Second
	}
	l := &Lobby{
		config: config, missingDrafts: map[string]string{}, admissions: map[string]admission{}, addressGames: httpkit.NewDaily(MaxAddressGames), accountGames: httpkit.NewDaily(MaxAccountGames), addressAccountGames: httpkit.NewDaily(MaxAddressAccountGames),
		greeting: make(chan struct{}, 2), closed: make(chan struct{}),
	}
	if err := l.joinNodes(); err != nil {
		return nil, err
	}
	if err := l.load(ctx); err != nil {
		return nil, err
	}
	if config.Cards == nil {
		l.config.Cards = func(string) setup.Cards { return setup.Cards{} }
	}
	if config.Handicaps == nil {
		l.config.Handicaps = func(string) []setup.Handicap { return nil }
	}
	config.House.Follow(l.onGameChange)
	config.Store.FollowNames(l.rename)
	return l, nil
}

const (
	sweepInterval = time.Second
	clearInterval = 10 * time.Minute // between two removals of expired offers
	countInterval = stream.Meeting   // between two counts of players online
)

// Run seats house bots and removes expired offers until ctx is done. After that
// nobody can listen.
func (l *Lobby) Run(ctx context.Context) {
	look, online, tidy := time.NewTicker(sweepInterval), time.NewTicker(countInterval), time.NewTicker(clearInterval)
	defer l.leaveNodes()
	defer look.Stop()
	defer online.Stop()
	defer tidy.Stop()
	l.clear(ctx)
	for ctx.Err() == nil {
		select {
		case <-look.C:
			l.sweep(ctx)
		case <-tidy.C:
			l.clear(ctx)
		case <-online.C:
			l.findDrafts(ctx)
			l.exchangePresence(ctx)
			l.hub.Count(func(n int) Notice { return Notice{Event: OnlineCount, Count: n}.forAll() })
		case <-ctx.Done():
		}
	}
	l.tasksMu.Lock()
	close(l.closed)
	l.tasksMu.Unlock()
	l.tasks.Wait()
}

// start runs a task in the background unless the lobby is closed.
func (l *Lobby) start(task func()) {
	l.tasksMu.Lock()
	defer l.tasksMu.Unlock()
	select {
	case <-l.closed:
	default:
		l.tasks.Go(task)
	}
}

// isHouseBot reports whether a player is one of the house bots.
func (l *Lobby) isHouseBot(player string) bool {
	return l.config.Bots != nil && l.config.Bots.Has(player)
}

func (l *Lobby) now() play.Instant { return l.config.House.Now() }

func (l *Lobby) time() time.Time { return time.UnixMilli(int64(l.now())) }

// Notice is a message to a listener. Event says what it is and which other
// fields are set:
//
//	hello          first, and again when notices may have been lost: player and page, set
//	               by the sender; games in progress, the most urgent first, challenges and
//	               drafts, at most 200 of each; seeks if wanted, online
//	seek           seek: new or changed
//	seekGone       id
//	challenge      challenge: new or changed
//	challengeGone  id, why
//	draft          draft: one of the player's, new or changed
//	draftGone      id, why; accepted is followed by the game's start
//	gameStart      game: one of the player's
//	gameTurn       game: it is the player's turn
//	gameEnd        game
//	votes          id: a game in which somebody of the player's side has voted
//	online         count
type Notice struct {
	Event      Event          `json:"event" enum:"hello,seek,seekGone,challenge,challengeGone,draft,draftGone,gameStart,gameTurn,gameEnd,votes,analysis,online" doc:"What it is about; the other fields depend on it"`
	Player     *play.Player   `json:"player,omitempty" doc:"Who you are, in hello"`
	Page       string         `json:"page,omitempty" doc:"The version of the server's page, in hello"`
	Games      []play.Summary `json:"games,omitzero" doc:"Those in progress, the most urgent first, in hello"`
	Challenges []Challenge    `json:"challenges,omitzero" doc:"To you and yours, in hello"`
	Seeks      []Seek         `json:"seeks,omitzero" doc:"All open ones, in hello"`
	Drafts     []Drafting     `json:"drafts,omitzero" doc:"Yours, in hello"`
	Online     int            `json:"online,omitempty" doc:"The number of players online, in hello"`
	Seek       *Seek          `json:"seek,omitempty" doc:"New or changed"`
	Challenge  *Challenge     `json:"challenge,omitempty" doc:"New or changed"`
	Draft      *Drafting      `json:"draft,omitempty" doc:"New or changed"`
	Game       *play.Summary  `json:"game,omitempty" doc:"Of gameStart, gameTurn and gameEnd"`
	ID         string         `json:"id,omitempty" doc:"Of what is gone, or of the game with votes or an analysis"`
	Why        Why            `json:"why,omitempty" enum:"accepted,declined,canceled,late" doc:"Why a challenge or draft is gone"`
	Count      int            `json:"count,omitempty" doc:"The number of players online"`

	text func() []byte // the JSON, made for the first who asks; nil if few do
}

// forAll returns a notice whose JSON is made once for all listeners.
func (n Notice) forAll() Notice {
	made := n
	n.text = sync.OnceValue(func() []byte { return stream.Encode(made) })
	return n
}

// Text returns the notice in JSON. It must not be changed.
func (n Notice) Text() []byte {
	if n.text != nil {
		return n.text()
	}
	return stream.Encode(n)
}

// Event says what a notice is about.
type Event string

// The events of notices.
const (
	Hello         Event = "hello"
	Sought        Event = "seek"
	SeekGone      Event = "seekGone"
	Challenged    Event = "challenge"
	ChallengeGone Event = "challengeGone"
	Drafted       Event = "draft"
	DraftGone     Event = "draftGone"
	GameStart     Event = "gameStart"
	GameTurn      Event = "gameTurn"
	GameEnd       Event = "gameEnd"
	Voted         Event = "votes"
	Analyzed      Event = "analysis"
	OnlineCount   Event = "online"
)

// Why says why a challenge or draft is gone.
type Why string

// The reasons.
const (
	WhyAccepted Why = "accepted"
	WhyDeclined Why = "declined"
	WhyCanceled Why = "canceled" // or expired
	WhyLate     Why = "late"     // somebody did not choose in time
)

// TellVoted tells players that the votes in a game, or who can give them, have changed.
func (l *Lobby) TellVoted(players []string, game string) {
	l.hub.Send(players, func() Notice { return Notice{Event: Voted, ID: game} })
}

// TellAnalyzed tells the player who has requested the analysis of a game that there is
// more of it, or that it has ended.
func (l *Lobby) TellAnalyzed(player, game string) {
	l.hub.Send([]string{player}, func() Notice { return Notice{Event: Analyzed, ID: game} })
}

// Watch yields notices for a player (without an ID for visitors), with lobby also
// about seeks and the number of players online. The first notice is the current
// state; everything after it follows once and in order, and events during the first
// may be in both. If notices between nodes may have been lost, the current state comes
// again. The player counts as online until the iteration ends.
//
// It ends with an error: that of ctx, ErrClosed, or ErrBehind for a listener
// that was too slow.
func (l *Lobby) Watch(ctx context.Context, player play.Player, lobby bool) iter.Seq2[Notice, error] {
	return func(yield func(Notice, error) bool) {
		me := l.hub.Enter(player.ID, lobby)
		defer l.hub.Leave(me)
		hello, err := l.hello(ctx, player, lobby)
		if err != nil || !yield(hello, nil) {
			if err != nil {
				yield(Notice{}, err)
			}
			return
		}
		for {
			notices, more, err := l.hub.Take(me)
			if err != nil {
				yield(Notice{}, err)
				return
			}
			for i, n := range notices {
				if n.Event == Sought && play.ClassOf(n.Seek.Players) != player.Class {
					continue
				}
				if n.Event == Hello {
					if slices.ContainsFunc(notices[i+1:], func(later Notice) bool { return later.Event == Hello }) {
						continue
					}
					if n, err = l.helloAgain(ctx, player, lobby); err != nil {
						yield(Notice{}, err)
						return
					}
				}
				if !yield(n, nil) {
					return
				}
			}
			if len(notices) > 0 {
				continue
			}
			select {
			case <-me.Wake():
			case <-more:
			case <-ctx.Done():
				yield(Notice{}, ctx.Err())
				return
			case <-l.closed:
				yield(Notice{}, ErrClosed)
				return
			}
		}
	}
}

// helloAgain is hello for one of all listeners at once: a few at a time, since turns need the
// store too.
func (l *Lobby) helloAgain(ctx context.Context, player play.Player, lobby bool) (Notice, error) {
	select {
	case l.greeting <- struct{}{}:
		defer func() { <-l.greeting }()
		return l.hello(ctx, player, lobby)
	case <-ctx.Done():
		return Notice{}, ctx.Err()
	case <-l.closed:
		return Notice{}, ErrClosed
	}
}

// maxListed is how many games, challenges and drafts the first notice has of each. A player
// can be in any number of games, and the store can have offers made under higher limits.
const maxListed = 200

// Games returns a player's games in progress, the most urgent ones of many: first those in
// which it is their turn.
func (l *Lobby) Games(ctx context.Context, player string) ([]play.Summary, error) {
	return l.config.Store.MostUrgent(ctx, player, maxListed)
}

func (l *Lobby) hello(ctx context.Context, player play.Player, lobby bool) (Notice, error) {
	hello := Notice{Event: Hello, Games: []play.Summary{}, Challenges: []Challenge{}, Drafts: []Drafting{}, Online: l.Online()}
	if lobby {
		hello.Seeks = l.Seeks(player.Class)
	}
	if player.ID == "" {
		return hello, nil
	}
	in, out := l.Challenges(player.ID)
	hello.Challenges, hello.Drafts = atMost(append(in, out...), maxListed), atMost(l.Drafts(player.ID), maxListed)
	games, err := l.Games(ctx, player.ID)
	if len(games) > 0 {
		hello.Games = games
	}
	return hello, err
}

func atMost[T any](list []T, n int) []T { return list[:min(n, len(list))] }
