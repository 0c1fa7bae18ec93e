package ladder

import (
	"cmp"
	"context"
	"math"
	"slices"

	"thera/internal/lab/rating"
	"thera/internal/site/play"
	"thera/internal/site/store"
)

// Rungs are the standings of a ladder.
type Rungs struct {
	Game    string       `json:"game" doc:"The game's name"`
	Variant string       `json:"variant" doc:"That all its games start with"`
	Control play.Control `json:"clock" doc:"Of all its games, such as 1+1"`
	Games   int          `json:"games" doc:"The number of games with a result"`
	Rows    []Rung       `json:"rows" doc:"The strongest first"`
}

// Rung is a program's row in the standings.
type Rung struct {
	Player play.Player `json:"player" doc:"With the rating at the ladder's speed"`
	House  bool        `json:"house,omitempty" doc:"A house bot"`
	Ready  bool        `json:"ready,omitempty" doc:"Ready to be paired, and connected"`
	// Elo fits all results of the ladder best, on the scale of the ratings.
	Elo       float64 `json:"elo" doc:"The strength that fits all results of the ladder best, on the scale of the ratings"`
	Error     float64 `json:"error" doc:"Half the width of the 95% confidence interval"`
	Deviation int     `json:"deviation" doc:"Of the rating"`
	Games     int     `json:"games" doc:"With a result"`
	Won       int     `json:"won" doc:"Games that it won"`
	// Against has the games against each row, including this one.
	Against []Meeting `json:"against" doc:"By row, in the order of rows"`
}

// Meeting is the games of one program against another, by the seat of the first.
type Meeting struct {
	First     int `json:"first,omitempty" doc:"Games in which it moved first"`
	WonFirst  int `json:"wonFirst,omitempty" doc:"Games that it won moving first"`
	Second    int `json:"second,omitempty" doc:"Games in which it moved second"`
	WonSecond int `json:"wonSecond,omitempty" doc:"Games that it won moving second"`
}

// Games returns the number of games.
func (a Meeting) Games() int { return a.First + a.Second }

// Won returns the number of games won.
func (a Meeting) Won() int { return a.WonFirst + a.WonSecond }

const maxRows = 200 // only the programs with the most games are listed

// Standing computes the standings of a game, which takes a processor for a moment. The error
// is a play.Refusal for a game without a ladder.
func (l *Ladder) Standing(ctx context.Context, game string) (Rungs, error) {
	g, err := l.gameNamed(game)
	if err != nil {
		return Rungs{}, err
	}
	s := Rungs{Game: g.Name, Variant: g.Variant, Control: g.Control, Rows: []Rung{}}
	scores, err := l.config.Store.ContestScores(ctx, TournamentOf(g.Name))
	if err != nil {
		return s, err
	}
	ready, err := l.tables.ready(ctx, g.Name)
	if err != nil {
		return s, err
	}
	rows := map[string]*Rung{}
	row := func(id string) *Rung {
		if rows[id] == nil {
			rows[id] = &Rung{Player: play.Player{ID: id}}
		}
		return rows[id]
	}
	for _, one := range scores {
		s.Games += one.Games
		row(one.First).Games += one.Games
		row(one.First).Won += one.Won
		row(one.Second).Games += one.Games
		row(one.Second).Won += one.Games - one.Won
	}
	for _, player := range l.config.Connected(ctx, playersOf(ready)...) {
		row(player).Ready = true
	}
	for _, r := range rows {
		s.Rows = append(s.Rows, *r)
	}
	slices.SortFunc(s.Rows, func(a, b Rung) int {
		return cmp.Or(-cmp.Compare(a.Games, b.Games), cmp.Compare(a.Player.ID, b.Player.ID))
	})
	s.Rows = s.Rows[:min(len(s.Rows), maxRows)]
	if err := l.describe(ctx, g, s.Rows); err != nil {
		return s, err
	}
	l.fit(g, &s, scores)
	return s, nil
}

// describe completes rows by what accounts and ratings say of their players.
func (l *Ladder) describe(ctx context.Context, g Game, rows []Rung) error {
	ids := make([]string, len(rows))
	for i, r := range rows {
		ids[i] = r.Player.ID
	}
	names, err := l.config.Store.Names(ctx, ids)
	if err != nil {
		return err
	}
	ratings, err := l.config.Store.RatingsIn(ctx, ids, g.Name, g.Control.Speed(), l.config.Now())
	if err != nil {
		return err
	}
	for i := range rows {
		r := &rows[i]
		rating := ratings[r.Player.ID]
		r.Player.Name, r.Player.Kind = names[r.Player.ID].Name, names[r.Player.ID].Kind
		r.Player.Rating, r.Player.Provisional = int(math.Round(rating.Rating.Rating)), rating.Provisional()
		r.Deviation = int(math.Round(rating.Deviation))
		_, r.House = l.houseStart(g, r.Player.ID)
	}
	return nil
}

func (l *Ladder) houseStart(g Game, player string) (float64, bool) {
	i := slices.IndexFunc(l.config.Bots, func(m Resident) bool { return m.Player.ID == player && m.Game == g.Name })
	if i < 0 {
		return 0, false
	}
	return l.config.Bots[i].Start, true
}

func (l *Ladder) fit(g Game, s *Rungs, scores []store.ContestScore) {
	at := indexes(s.Rows)
	wins := make([][]float64, len(s.Rows))
	for i := range wins {
		wins[i] = make([]float64, len(s.Rows))
	}
	for _, one := range scores {
		i, ok := at[one.First]
		j, also := at[one.Second]
		if ok && also {
			wins[i][j] += float64(one.Won)
			wins[j][i] += float64(one.Games - one.Won)
		}
	}
	prior := make([]float64, len(s.Rows)) // few games say little: a house bot is about as strong as it starts
	for i, r := range s.Rows {
		start, ok := l.houseStart(g, r.Player.ID)
		prior[i] = newcomer
		if ok {
			prior[i] = start
		}
	}
	strengths := rating.Fit(wins, prior)
	shift := l.shift(g, s.Rows, strengths)
	for i := range s.Rows {
		s.Rows[i].Elo, s.Rows[i].Error = tenths(strengths[i].Elo+shift), tenths(strengths[i].Error)
	}
	slices.SortStableFunc(s.Rows, func(a, b Rung) int { return -cmp.Compare(a.Elo, b.Elo) })
	at = indexes(s.Rows)
	for i := range s.Rows {
		s.Rows[i].Against = make([]Meeting, len(s.Rows))
	}
	for _, one := range scores {
		i, ok := at[one.First]
		j, also := at[one.Second]
		if !ok || !also {
			continue
		}
		a, b := &s.Rows[i].Against[j], &s.Rows[j].Against[i]
		a.First, a.WonFirst = one.Games, one.Won
		b.Second, b.WonSecond = one.Games, one.Games-one.Won
	}
}

// newcomer is the rating of a new player.
const newcomer = 1500

// shift returns what to add to the strengths so that the house bots, weighted
// by games, keep their starting ratings on average; without house bots, so that
// the mean is a new player's rating.
func (l *Ladder) shift(g Game, rows []Rung, strengths []rating.EloRating) float64 {
	sum, games := 0.0, 0.0
	for i, r := range rows {
		if start, ok := l.houseStart(g, r.Player.ID); ok {
			sum += float64(r.Games) * (start - strengths[i].Elo)
			games += float64(r.Games)
		}
	}
	if games == 0 {
		return newcomer
	}
	return sum / games
}

func indexes(rows []Rung) map[string]int {
	at := map[string]int{}
	for i, r := range rows {
		at[r.Player.ID] = i
	}
	return at
}

func tenths(x float64) float64 { return math.Round(10*x) / 10 }

// Games returns a page of the games of a ladder, the newest first, at most limit: those
// of a player and against an opponent if these are not "".
func (l *Ladder) Games(ctx context.Context, game, player, opponent string, page store.Page, limit int) ([]play.Summary, error) {
	if _, err := l.gameNamed(game); err != nil {
		return nil, err
	}
	if player == "" {
		return l.config.Store.TournamentGames(ctx, TournamentOf(game), page, limit)
	}
	return l.config.Store.Games(ctx, store.Search{Player: player, Opponent: opponent, Tournament: TournamentOf(game), Page: page, Limit: limit})
}
