package tournament

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"strconv"

	"thera/internal/site/httpkit"
)

type exportInput struct {
	Path
	Format string `query:"format" enum:"csv,json" default:"csv"`
}

// Export is everything about a tournament.
type Export struct {
	Contest Contest `json:"contest"`
	Events  []Event `json:"events"`
}

func (a *API) export(ctx context.Context, in *exportInput) (*httpkit.File, error) {
	who, err := a.Identity.Who(ctx)
	if err != nil {
		return nil, err
	}
	view, err := a.Director.View(ctx, who, in.ID, 0)
	if err != nil {
		return nil, a.problem(ctx, err)
	}
	name := "contest-" + view.ID + "." + in.Format
	if in.Format == "csv" {
		return httpkit.NewFile("text/csv; charset=utf-8", name, standingsCSV(view)), nil
	}
	events, err := a.Director.Log(ctx, who, in.ID)
	if err != nil {
		return nil, a.problem(ctx, err)
	}
	all, err := json.Marshal(Export{view, events})
	if err != nil {
		return nil, a.problem(ctx, err)
	}
	return httpkit.NewFile("application/json", name, all), nil
}

// standingsCSV returns the standings as CSV, with a column for each round.
func standingsCSV(v Contest) []byte {
	var text bytes.Buffer
	w := csv.NewWriter(&text)
	rounds := 0
	for _, s := range v.Standings {
		rounds = max(rounds, len(s.Rounds))
	}
	row := []string{"rank", "name", "kind", "seed", "rating", "points", "buchholz", "sonneborn-berger", "games", "left"}
	for n := range rounds {
		row = append(row, "round "+strconv.Itoa(n+1))
	}
	// Writing to a buffer cannot fail.
	_ = w.Write(row)
	number := func(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
	for _, s := range v.Standings {
		row := []string{
			strconv.Itoa(s.Rank), s.Player.Name, string(s.Player.Kind), strconv.Itoa(s.Seed), strconv.Itoa(s.Player.Rating),
			number(s.Points), number(s.Buchholz), number(s.Berger), strconv.Itoa(s.Games), strconv.FormatBool(s.Gone),
		}
		for n := range rounds {
			cell := ""
			if n < len(s.Rounds) && s.Rounds[n] != "" {
				cell = " " + s.Rounds[n] // so that spreadsheets do not read +12 as a number
			}
			row = append(row, cell)
		}
		_ = w.Write(row)
	}
	w.Flush()
	return text.Bytes()
}
