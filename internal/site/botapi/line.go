package botapi

import (
	"thera/game"
	"thera/internal/catalog/draft"
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
	Type      string     `json:"type" enum:"gameStart,gameFinish,challenge,challengeCanceled,challengeDeclined"`
	Game      *Game      `json:"game,omitempty"`
	Challenge *Challenge `json:"challenge,omitempty"`
}

// User is a player.
type User struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	Title       string `json:"title,omitempty" doc:"BOT for a program"`
	Rating      int    `json:"rating,omitempty"`
	Provisional bool   `json:"provisional,omitempty"`
}

// TitleBot is the title of programs.
const TitleBot = "BOT"

// Opponent is the other player of a game for two.
type Opponent struct {
	ID       string `json:"id"`
	Username string `json:"username"`
	Rating   int    `json:"rating,omitempty"`
}

// Game is a game as the stream of events tells of it.
type Game struct {
	ID       string       `json:"id"`
	GameID   string       `json:"gameId" doc:"The same"`
	Game     string       `json:"game" doc:"Which game it is, as amazons"`
	Variant  string       `json:"variant"`
	Speed    play.Speed   `json:"speed" enum:"fast,slow,correspondence,unlimited"`
	Rated    bool         `json:"rated"`
	Clock    play.Control `json:"clock"`
	Seat     int          `json:"seat" doc:"Of whoever asks"`
	Color    string       `json:"color,omitempty" enum:"white,black" doc:"Of the first and the second seat"`
	FEN      string       `json:"fen" doc:"The position"`
	LastMove game.Move    `json:"lastMove,omitempty"`
	IsMyTurn bool         `json:"isMyTurn"`
	HasMoved bool         `json:"hasMoved"`
	Opponent *Opponent    `json:"opponent,omitempty" doc:"In a game for two"`
	Players  []User       `json:"players" doc:"By seat"`
	Ending
}

// Ending says whether a game is over, and how.
type Ending struct {
	Status  string `json:"status" enum:"started,aborted,resign,outoftime,timeout,variantEnd" doc:"variantEnd is by the rules of the game, timeout for who has left"`
	Winner  string `json:"winner,omitempty" enum:"white,black" doc:"In a game for two"`
	Winners []int  `json:"winners,omitempty" doc:"Seats"`
	Reason  string `json:"reason,omitempty" doc:"As the game's log has it"`
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
	ID          string       `json:"id"`
	Status      string       `json:"status" enum:"created,canceled,declined"`
	Challenger  User         `json:"challenger"`
	DestUser    *User        `json:"destUser" doc:"Null for whoever has the challenge's id"`
	Game        string       `json:"game"`
	Variant     string       `json:"variant"`
	Powers      draft.Method `json:"powers,omitempty"`
	InitialFEN  string       `json:"initialFen,omitempty" doc:"Where it starts; missing for the variant's start"`
	Rated       bool         `json:"rated"`
	Speed       play.Speed   `json:"speed" enum:"fast,slow,correspondence,unlimited"`
	TimeControl TimeControl  `json:"timeControl"`
	Color       string       `json:"color" enum:"random,white,black" doc:"That of the challenger"`
	Seat        int          `json:"seat,omitempty" doc:"That of the challenger, 0 for by chance"`
	Seats       int          `json:"seats" doc:"How many play"`
	Players     []User       `json:"players" doc:"Who are in, the challenger first"`
}

// TimeControl is a clock.
type TimeControl struct {
	Type        string       `json:"type" enum:"clock,correspondence,unlimited"`
	Limit       int          `json:"limit,omitempty" doc:"Seconds to begin with"`
	Increment   int          `json:"increment,omitempty" doc:"Seconds for each turn"`
	DaysPerTurn int          `json:"daysPerTurn,omitempty"`
	Show        play.Control `json:"show" doc:"The same as text, 5+3, 3d or none"`
}

// Full is the first line of a game.
type Full struct {
	Type        string       `json:"type" enum:"gameFull"`
	ID          string       `json:"id"`
	Game        string       `json:"game"`
	Variant     string       `json:"variant"`
	Rated       bool         `json:"rated"`
	Speed       play.Speed   `json:"speed" enum:"fast,slow,correspondence,unlimited"`
	Clock       *Clock       `json:"clock" doc:"Null without one of minutes"`
	DaysPerTurn int          `json:"daysPerTurn,omitempty"`
	CreatedAt   play.Instant `json:"createdAt"`
	InitialFEN  string       `json:"initialFen" doc:"startpos for the variant's start, else a position"`
	Seat        int          `json:"seat" doc:"Of whoever asks, 0 for who looks on"`
	Color       string       `json:"color,omitempty" enum:"white,black" doc:"Of the first and the second seat"`
	White       User         `json:"white" doc:"The first seat"`
	Black       User         `json:"black" doc:"The second seat"`
	Players     []User       `json:"players" doc:"By seat"`
	State       State        `json:"state"`
}

// StartPosition is the InitialFEN of a game from its variant's start.
const StartPosition = "startpos"

// Clock is one of minutes, in ms.
type Clock struct {
	Initial   play.Millis `json:"initial"`
	Increment play.Millis `json:"increment"`
}

// State is how a game is.
type State struct {
	Type   string        `json:"type" enum:"gameState"`
	Moves  string        `json:"moves" doc:"All turns that count, with blanks between them"`
	Ply    int           `json:"ply" doc:"How many they are"`
	FEN    string        `json:"fen" doc:"The position after them"`
	Turn   int           `json:"turn" doc:"The seat to move"`
	WTime  play.Millis   `json:"wtime" doc:"What the first seat has left, in ms; 24 days without a clock"`
	BTime  play.Millis   `json:"btime" doc:"What the second seat has left"`
	WInc   play.Millis   `json:"winc"`
	BInc   play.Millis   `json:"binc"`
	Clocks []play.Millis `json:"clocks,omitempty" doc:"What each seat has left; missing without a clock"`
	// WTakeback and BTakeback say who has offered to take turns back.
	WTakeback bool `json:"wtakeback,omitempty" doc:"The first seat wants to take turns back"`
	BTakeback bool `json:"btakeback,omitempty"`
	Ending
}

// Chat is a line of a phrase that a player says.
type Chat struct {
	Type     string `json:"type" enum:"chatLine"`
	Room     string `json:"room" enum:"player"`
	Username string `json:"username"`
	Text     string `json:"text" doc:"One of the phrases, hello for instance"`
}

// Gone is a line of whether the opponent is connected.
type Gone struct {
	Type string `json:"type" enum:"opponentGone"`
	Gone bool   `json:"gone"`
}

// Playing is the answer to which games go on.
type Playing struct {
	NowPlaying []Game `json:"nowPlaying"`
}

// Challenges is the answer to which challenges are open.
type Challenges struct {
	In  []Challenge `json:"in"`
	Out []Challenge `json:"out"`
}

// Made is what has come of a challenge: it waits, or it is a game already.
type Made struct {
	Challenge *Challenge `json:"challenge,omitempty"`
	Game      string     `json:"game,omitempty" doc:"The game's id; house bots accept at once"`
}

// OK is the answer to what has been done.
type OK struct {
	OK bool `json:"ok"`
}
