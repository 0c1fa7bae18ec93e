package lobby

import "thera/internal/site/play"

// Notice is what a listener is told. Event says what it is and which other
// fields are set:
//
//	hello          first: player and page, set by the sender; games in progress,
//	               challenges, drafts, seeks if wanted, online
//	seek           seek: new or changed
//	seekGone       id
//	challenge      challenge: new or changed
//	challengeGone  id, why
//	draft          draft: one of the player's, new or changed
//	draftGone      id, why; accepted is followed by the game's start
//	gameStart      game: one of the player's
//	gameTurn       game: it is the player's turn
//	gameEnd        game
//	online         count
type Notice struct {
	Event      Event          `json:"event"`
	Player     *play.Player   `json:"player,omitempty"`
	Page       string         `json:"page,omitempty"`
	Games      []play.Summary `json:"games,omitzero"`
	Challenges []Challenge    `json:"challenges,omitzero"`
	Seeks      []Seek         `json:"seeks,omitzero"`
	Drafts     []Drafting     `json:"drafts,omitzero"`
	Online     int            `json:"online,omitempty"`
	Seek       *Seek          `json:"seek,omitempty"`
	Challenge  *Challenge     `json:"challenge,omitempty"`
	Draft      *Drafting      `json:"draft,omitempty"`
	Game       *play.Summary  `json:"game,omitempty"`
	ID         string         `json:"id,omitempty"`
	Why        Why            `json:"why,omitempty"`
	Count      int            `json:"count,omitempty"`
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
