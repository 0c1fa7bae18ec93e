package live

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"thera/game/gametest"
	"thera/internal/catalog/setup"
	"thera/internal/site/account"
	"thera/internal/site/housebot"
	"thera/internal/site/httpkit"
	"thera/internal/site/lobby"
	"thera/internal/site/play"
	"thera/internal/site/stream"
)

// TestTypeScript compares the page's types with those of the frames here;
// -update rewrites them.
func TestTypeScript(t *testing.T) {
	gametest.Golden(t, "../../../web/src/generated/live.ts", typeScript())
}

// typeScript returns the types of what comes and goes as TypeScript has them.
func typeScript() string {
	var unions strings.Builder
	names := map[reflect.Type]string{}
	add(&unions, names, "EventKind", "What has happened in a game", []play.Kind{
		play.Created, play.Turned, play.Planned, play.Clocked, play.Offered, play.Accepted, play.Declined,
		play.TookBack, play.Resigned, play.Left, play.Flagged, play.Ended,
	})
	add(&unions, names, "OfferKind", "What a seat can offer the others", []play.OfferKind{play.Takeback, play.Abortion, play.Rematch})
	add(&unions, names, "PlayerKind", "What a player is", []play.PlayerKind{play.Person, play.Guest, play.Bot, play.Team})
	add(&unions, names, "Speed", "Games that are rated together", []play.Speed{play.Fast, play.Slow, play.Correspondence, play.Unlimited})
	add(&unions, names, "NoticeKind", "What a notice is about", []lobby.Event{
		lobby.Hello, lobby.Sought, lobby.SeekGone, lobby.Challenged, lobby.ChallengeGone,
		lobby.Drafted, lobby.DraftGone, lobby.GameStart, lobby.GameTurn, lobby.GameEnd, lobby.Voted, lobby.Analyzed, lobby.OnlineCount,
	})
	add(&unions, names, "ChallengeEnd", "Why a challenge or a draft is gone", []lobby.Why{lobby.WhyAccepted, lobby.WhyDeclined, lobby.WhyCanceled, lobby.WhyLate})
	add(&unions, names, "ActKind", "What a player does in a draft", []setup.ActKind{setup.OfferPowers, setup.ChoosePower, setup.NameFirst})
	names[reflect.TypeFor[play.Event]()] = "GameEvent" // the page has an Event already
	names[reflect.TypeFor[State]()] = "StateFrame"

	w := httpkit.TypeScriptWriter{Names: names}
	frames := []string{"StateFrame", "GameEvent"}
	for _, frame := range []any{Present{}, Watchers{}, Planned{}, Said{}, Ratings{}, Next{}, Ack{}, Refused{}, Pong{}, stream.Disconnected{}} {
		frames = append(frames, w.Name(reflect.TypeOf(frame)))
	}
	for _, other := range answers() {
		w.Name(reflect.TypeOf(other))
	}
	w.Write("GameEvent", reflect.TypeFor[play.Event]())
	w.Write("StateFrame", reflect.TypeFor[State]())
	return `// What games with others say. Made from Go's types by
//
//   go test ./internal/site/live -run TypeScript -update
//
// Seats are counted from 1, times are in ms.

/** What a socket or stream of a game tells; event says which it is. */
export type Frame = ` + strings.Join(frames, " | ") + `

/** What a player can say. */
export const phrases = [` + strings.ReplaceAll(httpkit.TypeScriptUnion(Phrases), " |", ",") + `] as const
` + unions.String() + w.String()
}

// answers are what requests get, apart from what is in frames.
func answers() []any {
	return []any{
		Order{}, lobby.Notice{}, lobby.Made{}, account.Account{}, housebot.Resident{}, Live{}, Profile{}, Point{}, Scores{}, Leader{},
	}
}

// add adds a type that is one of several texts.
func add[T ~string](to *strings.Builder, names map[reflect.Type]string, name, doc string, texts []T) {
	names[reflect.TypeFor[T]()] = name
	slices.Sort(texts)
	to.WriteString("\n/** " + doc + ". */\nexport type " + name + " = " + httpkit.TypeScriptUnion(texts) + "\n")
}
