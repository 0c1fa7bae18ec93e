package bot

import (
	"thera/game"
	"thera/internal/catalog/setup"
	"thera/internal/site/lobby"
	"thera/internal/site/play"
)

// The types of lines, of events and of a game.
const (
	TypeGameStart  = "gameStart"
	TypeGameFinish = "gameFinish"
	TypeChallenge  = "challenge"
	TypeCanceled   = "challengeCanceled"
	TypeDeclined   = "challengeDeclined"
	TypeGameFull   = "gameFull"
	TypeGameState  = "gameState"
	TypeChat       = "chatLine"
	TypeGone       = "opponentGone"
)

// Event is a line of the stream of events.
type Event struct {
	Type      string     `json:"type" enum:"gameStart,gameFinish,challenge,challengeCanceled,challengeDeclined" doc:"Which line this is"`
	Game      *Game      `json:"game,omitempty" doc:"In gameStart and gameFinish"`
	Challenge *Challenge `json:"challenge,omitempty" doc:"In the other lines"`
}

// User is a player.
type User struct {
	ID          string `json:"id" doc:"Never changes"`
	Name        string `json:"name" doc:"May change"`
	Title       string `json:"title,omitempty" doc:"BOT for a program"`
	Rating      int    `json:"rating,omitempty" doc:"Missing for none"`
	Provisional bool   `json:"provisional,omitempty" doc:"Whether the rating is uncertain"`
}

// TitleBot is the title of programs.
const TitleBot = "BOT"

// Opponent is the other player of a game for two.
type Opponent struct {
	ID       string `json:"id" doc:"Never changes"`
	Username string `json:"username" doc:"May change"`
	Rating   int    `json:"rating,omitempty" doc:"Missing for none"`
}

// Game is a game in the event stream.
type Game struct {
	ID       string       `json:"id" doc:"The game's ID"`
	GameID   string       `json:"gameId" doc:"The same"`
	Game     string       `json:"game" doc:"The name of the game, such as amazons"`
	Variant  string       `json:"variant" doc:"The variant it started with"`
	Speed    play.Speed   `json:"speed" enum:"fast,slow,correspondence,unlimited" doc:"By the clock; ratings are kept by speed"`
	Rated    bool         `json:"rated" doc:"Whether ratings change"`
	Clock    play.Control `json:"clock" doc:"Minutes plus seconds a turn (5+3), days a turn (3d), or none"`
	Seat     int          `json:"seat" doc:"My seat"`
	Color    string       `json:"color,omitempty" enum:"white,black" doc:"Color of seats 1 and 2"`
	FEN      string       `json:"fen" doc:"The position"`
	LastMove game.Move    `json:"lastMove,omitempty" doc:"The last turn"`
	IsMyTurn bool         `json:"isMyTurn" doc:"Whether I am to move"`
	HasMoved bool         `json:"hasMoved" doc:"Whether I have had a turn"`
	Opponent *Opponent    `json:"opponent,omitempty" doc:"In a game for two"`
	Players  []User       `json:"players" doc:"By seat"`
	Ending
}

// Ending says whether and how a game has ended.
type Ending struct {
	Status  string `json:"status" enum:"started,aborted,resign,outoftime,timeout,variantEnd" doc:"variantEnd means by the rules of the game, timeout that a player has left"`
	Winner  string `json:"winner,omitempty" enum:"white,black" doc:"In a game for two"`
	Winners []int  `json:"winners,omitempty" doc:"Seats"`
	Reason  string `json:"reason,omitempty" doc:"As in the game's log"`
}

// The statuses of a game.
const (
	StatusStarted = "started"
	StatusAborted = "aborted"
	StatusResign  = "resign"
	StatusTime    = "outoftime"
	StatusLeft    = "timeout"
	StatusRules   = "variantEnd"
)

// Challenge is an offer to play.
type Challenge struct {
	ID          string       `json:"id" doc:"The challenge's ID"`
	Status      string       `json:"status" enum:"created,canceled,declined" doc:"Created while it waits for an answer"`
	Challenger  User         `json:"challenger" doc:"Who made it"`
	DestUser    *User        `json:"destUser" doc:"Null if anybody with the challenge's ID may accept"`
	Game        string       `json:"game" doc:"The name of the game, such as amazons"`
	Variant     string       `json:"variant" doc:"The variant it starts with"`
	Powers      setup.Method `json:"powers,omitempty" doc:"How Santorini's powers are chosen, as in a seek; missing for none"`
	Handicap    string       `json:"handicap,omitempty" doc:"What one player gives the other, with a start of its own"`
	Gives       bool         `json:"gives,omitempty" doc:"Whether the challenger gives the handicap"`
	InitialFEN  string       `json:"initialFen,omitempty" doc:"Where it starts; missing for the variant's start"`
	Rated       bool         `json:"rated" doc:"Whether ratings change"`
	Speed       play.Speed   `json:"speed,omitempty" enum:"fast,slow,correspondence,unlimited" doc:"Missing once it is canceled or declined"`
	TimeControl TimeControl  `json:"timeControl,omitzero" doc:"Missing once it is canceled or declined"`
	Color       string       `json:"color,omitempty" enum:"random,white,black" doc:"The challenger's color; missing once it is canceled or declined"`
	Seat        int          `json:"seat,omitempty" doc:"The challenger's seat, 0 for random"`
	Seats       int          `json:"seats" doc:"The number of players"`
	Players     []User       `json:"players" doc:"Those who have joined, the challenger first"`
}

// TimeControl is a clock.
type TimeControl struct {
	Type        string       `json:"type" enum:"clock,correspondence,unlimited" doc:"Whether limit and increment, daysPerTurn or nothing follows"`
	Limit       int          `json:"limit,omitempty" doc:"Initial seconds"`
	Increment   int          `json:"increment,omitempty" doc:"Seconds added for each turn"`
	DaysPerTurn int          `json:"daysPerTurn,omitempty" doc:"Of correspondence"`
	Show        play.Control `json:"show" doc:"The same as text: 5+3, 3d or none"`
}

// Full is the first line of a game.
type Full struct {
	Type        string       `json:"type" enum:"gameFull" doc:"Which line this is"`
	ID          string       `json:"id" doc:"The game's ID"`
	Game        string       `json:"game" doc:"The name of the game, such as amazons"`
	Variant     string       `json:"variant" doc:"The variant it started with"`
	Rated       bool         `json:"rated" doc:"Whether ratings change"`
	Speed       play.Speed   `json:"speed" enum:"fast,slow,correspondence,unlimited" doc:"By the clock; ratings are kept by speed"`
	Clock       *Clock       `json:"clock" doc:"Null without a clock of minutes"`
	DaysPerTurn int          `json:"daysPerTurn,omitempty" doc:"With a clock of days"`
	CreatedAt   play.Instant `json:"createdAt" doc:"When it started"`
	InitialFEN  string       `json:"initialFen" doc:"startpos for the variant's start, else a position"`

	Handicap *setup.Given `json:"handicap,omitempty" doc:"What one of two players gives the other"`

	Seat    int    `json:"seat" doc:"My seat, 0 for a spectator"`
	Color   string `json:"color,omitempty" enum:"white,black" doc:"Color of seats 1 and 2"`
	White   User   `json:"white" doc:"The first seat"`
	Black   User   `json:"black" doc:"The second seat"`
	Players []User `json:"players" doc:"By seat"`
	State   State  `json:"state" doc:"The game so far; later lines are of this form alone"`
}

// StartPosition is the InitialFEN of a game that starts at its variant's start.
const StartPosition = "startpos"

// Clock is a clock of minutes, in ms.
type Clock struct {
	Initial   play.Millis `json:"initial" doc:"What each seat starts with"`
	Increment play.Millis `json:"increment" doc:"Added for each turn"`
}

// State is the state of a game.
type State struct {
	Type   string        `json:"type" enum:"gameState" doc:"Which line this is"`
	Moves  string        `json:"moves" doc:"All turns that count, separated by spaces"`
	Ply    int           `json:"ply" doc:"The number of turns"`
	FEN    string        `json:"fen" doc:"The position after them"`
	Turn   int           `json:"turn" doc:"The seat to move"`
	WTime  play.Millis   `json:"wtime" doc:"Time left for the first seat, in ms; 24 days without a clock"`
	BTime  play.Millis   `json:"btime" doc:"Time left for the second seat"`
	WInc   play.Millis   `json:"winc" doc:"Added for each turn of the first seat"`
	BInc   play.Millis   `json:"binc" doc:"Added for each turn of the second seat"`
	Clocks []play.Millis `json:"clocks,omitempty" doc:"Time left for each seat; missing without a clock"`
	// WTakeback and BTakeback say which seat has offered a takeback.
	WTakeback bool `json:"wtakeback,omitempty" doc:"The first seat has offered a takeback"`
	BTakeback bool `json:"btakeback,omitempty" doc:"The second seat has offered a takeback"`
	Ending
}

// Chat is the line of a phrase.
type Chat struct {
	Type     string `json:"type" enum:"chatLine" doc:"Which line this is"`
	Room     string `json:"room" enum:"player" doc:"The players; spectators have none"`
	Username string `json:"username" doc:"The name of the player who says it"`
	Text     string `json:"text" doc:"One of the phrases, such as hello"`
}

// Gone is the line that says whether the opponent is connected.
type Gone struct {
	Type string `json:"type" enum:"opponentGone" doc:"Which line this is"`
	Gone bool   `json:"gone" doc:"Whether the opponent is not connected"`
}

// Playing has the games in progress.
type Playing struct {
	NowPlaying []Game `json:"nowPlaying" doc:"The bot's games in progress"`
}

// Challenges has the open challenges.
type Challenges struct {
	In  []Challenge `json:"in" doc:"Those that wait for the bot's answer"`
	Out []Challenge `json:"out" doc:"Those that the bot made"`
}

// Made is the result of a challenge: it is open, or already a game or a draft.
type Made struct {
	Challenge *Challenge      `json:"challenge,omitempty" doc:"It waits for an answer"`
	Game      string          `json:"game,omitempty" doc:"The game's ID; house bots accept at once"`
	Draft     *lobby.Drafting `json:"draft,omitempty" doc:"A person's draft with a house bot; programs are refused drafts"`
}

// OK is the answer to a request that was carried out.
type OK struct {
	OK bool `json:"ok" doc:"Always true; a refusal is a problem"`
}
