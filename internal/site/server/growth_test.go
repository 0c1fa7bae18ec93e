package server

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"thera/amazons"
	"thera/game"
	"thera/internal/catalog/answer"
	"thera/internal/site/analysis"
	"thera/internal/site/httpkit"
	"thera/internal/site/lobby"
	"thera/internal/site/play"
	"thera/internal/site/store"
	"thera/internal/site/store/storetest"
	"thera/internal/site/tournament"
)

// TestGuestGrowth plays the worst day of a hostile guest in parts, measures what each
// adds to the file, and multiplies by how often a guest may do it, and all guests of an
// address. Each operation with which a guest writes has to be in one of the parts, or
// among those that add nothing; what needs an account is in the tests of each package.
func TestGuestGrowth(t *testing.T) {
	const most, mostOfAddress = 2_000_000, 20_000_000 // bytes a day
	const perAddress = 10                             // as of httpkit.DailyGuests
	s := storetest.Open(t, storetest.SQLite(t))
	sum, sumOfAddress := 0, 0
	explained := strings.Fields(addNothing)
	for _, part := range []struct {
		name           string
		operations     string
		times, address int // a day, by one guest and by those of an address
		sample         int // of which the mean is taken
		add            func(n int) error
	}{
		{"games", "seek play acceptSeek acceptChallenge botChallengeAccept gameTurn gameResign gameAbort gameMoreTime gameClaim gameOffer gameAccept gameDecline botMove botResign botAbort botClaim botTakeback", lobby.MaxGuestGames + lobby.MaxGuestOffers, lobby.MaxAddressGames + lobby.MaxAddressOffers, 8, func(n int) error { return playLongGame(t, s, n) }},
		{"plans", "gamePlan", lobby.MaxGuestGames + lobby.MaxGuestOffers, lobby.MaxAddressGames + lobby.MaxAddressOffers, 40, func(n int) error {
			_, err := s.DB().Writer().ExecContext(t.Context(), `INSERT INTO plans (game, seat, number, lines) VALUES ($1, 1, 1, $2)`, fmt.Sprint("plan", n), longPlan(t))
			return err
		}},
		{"offers", "challenge botChallenge draft", lobby.MaxGuestOffers, lobby.MaxAddressOffers, 40, func(n int) error {
			text := strings.Repeat("x", 2000) // terms, a position and players, or a draft
			return s.PutOffer(t.Context(), store.Offer{ID: fmt.Sprint("offer", n), Maker: "guest", Text: text, IsChallenge: n%2 == 0})
		}},
		{"tournaments", "joinContest withdrawFromContest startContest cancelContest removeFromContest appointCaptain orderBoards seatHouseBot", tournament.MaxGuestOrders, perAddress * tournament.MaxGuestOrders, 200, func(n int) error {
			e := tournament.Event{Number: n, At: 1_790_000_000_000, Kind: tournament.Joined, Player: &tournament.Entrant{ID: "abcdefghijklmnop", Name: "guest-abcd", Kind: play.Guest}}
			return s.DB().Exec(t.Context(), `INSERT INTO contest_events (contest, number, event) VALUES ($1, $2, $3)`, "abcdefghij", n+1, toText(t, e))
		}},
		{"analyses", "analyze", analysis.MaxGuestAnalyses, perAddress * analysis.MaxGuestAnalyses, 8, func(n int) error {
			judged := toText(t, slices.Repeat([]analysis.Judged{longJudged()}, 101))
			return s.DB().Exec(t.Context(), `INSERT INTO analyses (game, state, positions, nodes, judged, worker, owner, beat, version) VALUES ($1, 'done', 101, 1, $2, '', '', 0, 1)`, fmt.Sprint("analysis", n), judged)
		}},
	} {
		explained = append(explained, strings.Fields(part.operations)...)
		before := size(t, s)
		for n := range part.sample {
			if err := part.add(n); err != nil {
				t.Fatalf("%s: %v", part.name, err)
			}
		}
		each := (size(t, s) - before) / part.sample
		t.Logf("%s: %d or %d a day of %d bytes", part.name, part.times, part.address, each)
		sum += part.times * each
		sumOfAddress += part.address * each
	}
	t.Logf("a guest adds at most %d bytes a day, the guests of an address %d", sum, sumOfAddress)
	if sum > most || sumOfAddress > mostOfAddress {
		t.Errorf("a guest can add %d bytes a day and the guests of an address %d, want at most %d and %d", sum, sumOfAddress, most, mostOfAddress)
	}
	slices.Sort(explained)
	if writes := guestWrites(t); !slices.Equal(writes, explained) {
		t.Errorf("guests write with\n%s, and explained are\n%s", writes, explained)
	}
}

// addNothing are the operations with which a guest writes nothing that stays.
const addNothing = "gamePhrase botChat " + // are not stored
	"withdrawSeek cancelChallenge declineChallenge leaveDraft botChallengeDecline botChallengeCancel cancelAnalysis " +
	"vote " + // a row for each game, until its end
	"ladderReady ladderLeave " + // a row for each game of the ladder, until nobody follows
	"removeMember memberCode" // guests are in no class

// guestWrites returns the operations of the site with which a guest writes, sorted.
func guestWrites(t *testing.T) (ids []string) {
	t.Helper()
	site, err := OpenSite(t.Context(), SiteConfig{Store: storetest.SQLite(t), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	for _, op := range site.Operations() {
		if op.Callers == httpkit.Players && op.Cost == httpkit.Write {
			ids = append(ids, op.ID)
		}
	}
	if err := site.Close(); err != nil {
		t.Fatal(err)
	}
	slices.Sort(ids)
	return ids
}

func toText(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// size returns how many bytes of a SQLite file are in use.
func size(t *testing.T, s *store.Store) int {
	t.Helper()
	var bytes int
	if err := s.DB().Row(t.Context(), []any{&bytes}, `SELECT (page_count - freelist_count) * page_size FROM pragma_page_count, pragma_freelist_count, pragma_page_size`); err != nil {
		t.Fatal(err)
	}
	return bytes
}

func longPlan(t *testing.T) string {
	t.Helper()
	return toText(t, slices.Repeat([][]game.Move{slices.Repeat([]game.Move{"a10-b10(c10)"}, 20)}, 6))
}

// playLongGame plays a game of Amazons on the largest board to its end, in which a guest
// asks for everything as often as possible, and the other player agrees.
func playLongGame(t *testing.T, s *store.Store, n int) error {
	t.Helper()
	rules, id := amazons.Rules(), fmt.Sprintf("longgame%02d", n)
	setup := play.Setup{
		Game: "amazons", Variant: "10x10", Control: play.Control{Initial: 10_800_000, Increment: 180_000},
		Players: []play.Player{{ID: "abcdefghijklmnop", Name: "guest-abcd", Kind: play.Guest}, {ID: fmt.Sprintf("opponent-no%05d", n), Name: "guest-abcd", Kind: play.Guest}},
	}
	state, events, err := play.Create(rules, setup, 1_790_000_000_000)
	if err != nil {
		return err
	}
	if err := s.Append(t.Context(), state.Batch(id, events)); err != nil {
		return err
	}
	do := func(c play.Command) bool {
		after, events, refusal := state.Decide(state.At()+30_000, c)
		if refusal != nil {
			return false
		}
		if err := s.Append(t.Context(), after.Batch(id, events)); err != nil {
			t.Fatal(err)
		}
		state = after
		return true
	}
	rng := rand.New(rand.NewPCG(1, uint64(n)))
	for !state.Over() {
		if !do(longTurn(state, rng)) {
			return fmt.Errorf("ply %d is refused", state.Ply()+1)
		}
		if state.Over() || state.Ply() < 4 {
			continue
		}
		for do(play.MoreTime{Seat: 0}) {
		}
		if do(play.Offer{Seat: 0, Kind: play.Abortion}) {
			do(play.Decline{Seat: 1, Kind: play.Abortion})
		}
		if do(play.Offer{Seat: 0, Kind: play.Takeback}) {
			do(play.Accept{Seat: 1, Kind: play.Takeback})
		}
	}
	for do(play.Offer{Seat: 0, Kind: play.Rematch}) && do(play.Decline{Seat: 1, Kind: play.Rematch}) {
	}
	return nil
}

// longTurn returns a turn that leaves the next player many: so the game is long.
func longTurn(state *play.State, rng *rand.Rand) play.Turn {
	pos := state.Position()
	moves := pos.Moves()
	best, most := moves[0], -1
	for range 10 {
		m := moves[rng.IntN(len(moves))]
		if after, err := pos.Play(m); err == nil && len(after.Moves()) > most {
			best, most = m, len(after.Moves())
		}
	}
	return play.Turn{Seat: pos.Turn(), Ply: state.Ply() + 1, Text: string(best), Lag: 999}
}

func longJudged() analysis.Judged {
	line := slices.Repeat([]game.Move{"a10-b10(c10)"}, 12)
	estimate := -1234
	return analysis.Judged{Ply: 100, Played: line[0], Best: line[0], Depth: 10, Line: line, Score: answer.Score{WinProbability: 0.1234567890123456, Centilogits: &estimate}}
}
