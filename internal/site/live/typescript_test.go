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
)

// TestTypeScript compares the page's types with those of the frames here;
// -update rewrites them.
func TestTypeScript(t *testing.T) {
	gametest.Golden(t, "../../../web/src/generated/live.ts", typeScript())
}

// typeScript returns the types of what comes and goes as TypeScript has them.
func typeScript() string {
	var unions strings.Builder
	names, texts := map[reflect.Type]string{}, map[reflect.Type][]string{}
	add := func(name, doc string, of union) {
		names[of.kind], texts[of.kind] = name, of.texts
		unions.WriteString("\n/** " + doc + ". */\nexport type " + name + " = " + httpkit.TypeScriptUnion(of.texts) + "\n")
	}
	add("EventKind", "What has happened in a game", unionOf(play.Created, play.Turned, play.Planned, play.Clocked, play.Offered, play.Accepted, play.Declined, play.TookBack, play.Resigned, play.Left, play.Flagged, play.Ended))
	add("OfferKind", "What a seat can offer the others", unionOf(play.Takeback, play.Abortion, play.Rematch))
	add("PlayerKind", "What a player is", unionOf(play.Person, play.Guest, play.Bot, play.Team))
	add("Speed", "Games that are rated together", unionOf(play.Fast, play.Slow, play.Correspondence, play.Unlimited))
	add("NoticeKind", "What a notice is about", unionOf(lobby.Hello, lobby.Sought, lobby.SeekGone, lobby.Challenged, lobby.ChallengeGone, lobby.Drafted, lobby.DraftGone, lobby.GameStart, lobby.GameTurn, lobby.GameEnd, lobby.Voted, lobby.Analyzed, lobby.OnlineCount))
	add("ChallengeEnd", "Why a challenge or a draft is gone", unionOf(lobby.WhyAccepted, lobby.WhyDeclined, lobby.WhyCanceled, lobby.WhyLate))
	add("ActKind", "What a player does in a draft", unionOf(setup.OfferPowers, setup.ChoosePower, setup.NameFirst))
	names[reflect.TypeFor[play.Event]()] = "GameEvent" // the page has an Event already
	names[reflect.TypeFor[State]()] = "StateFrame"

	w := httpkit.TypeScriptWriter{Names: names, Texts: texts}
	var frames []string
	for _, frame := range socketFrames {
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

// union is a type that is one of several texts.
type union struct {
	kind  reflect.Type
	texts []string // sorted
}

func unionOf[T ~string](texts ...T) union {
	all := make([]string, 0, len(texts))
	for _, text := range texts {
		all = append(all, string(text))
	}
	slices.Sort(all)
	return union{reflect.TypeFor[T](), all}
}
