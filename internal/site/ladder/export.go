package ladder

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"fmt"
	"strconv"
	"time"

	"thera/internal/site/httpkit"
	"thera/internal/site/play"
	"thera/record"
)

func csvFile(name string, rows [][]string) (*httpkit.File, error) {
	var text bytes.Buffer
	if err := csv.NewWriter(&text).WriteAll(rows); err != nil {
		return nil, err
	}
	return httpkit.NewFile("text/csv; charset=utf-8", name, text.Bytes()), nil
}

// getTable returns the cross table: a row for each program with its score
// against each other one, as 3/4.
func (a *API) getTable(ctx context.Context, in *GamePath) (*httpkit.File, error) {
	standing, err := a.Ladder.Standing(ctx, in.Game)
	if err != nil {
		return nil, a.problem(err)
	}
	return csvFile("ladder-"+standing.Game+".csv", table(standing))
}

func table(s Rungs) [][]string {
	head := []string{"rank", "player", "house", "elo", "error", "rating", "deviation", "games", "won"}
	for _, r := range s.Rows {
		head = append(head, r.Player.Name)
	}
	rows := [][]string{head}
	for i, r := range s.Rows {
		row := []string{
			strconv.Itoa(i + 1), r.Player.Name, strconv.FormatBool(r.House), fmt.Sprint(r.Elo), fmt.Sprint(r.Error),
			strconv.Itoa(r.Player.Rating), strconv.Itoa(r.Deviation), strconv.Itoa(r.Games), strconv.Itoa(r.Won),
		}
		for _, a := range r.Against {
			cell := ""
			if a.Games() > 0 {
				cell = fmt.Sprintf("%d/%d", a.Won(), a.Games())
			}
			row = append(row, cell)
		}
		rows = append(rows, row)
	}
	return rows
}

func (a *API) getGamesTable(ctx context.Context, in *gamesInput) (*httpkit.File, error) {
	games, err := a.games(ctx, in)
	if err != nil {
		return nil, err
	}
	rows := [][]string{{"id", "began", "first", "second", "winner", "reason", "turns"}}
	for _, g := range games {
		winner := ""
		if len(g.Winners) == 1 {
			winner = g.Players[g.Winners[0]-1].Name
		}
		rows = append(rows, []string{
			g.ID, time.UnixMilli(int64(g.At)).UTC().Format(time.RFC3339), g.Players[0].Name, g.Players[1].Name, winner, g.Reason, strconv.Itoa(g.Ply),
		})
	}
	return csvFile("ladder-"+in.Game+"-games.csv", rows)
}

// maxRecords is how many games one request can get as records, because each is
// read from its log.
const maxRecords = 200

func (a *API) getRecords(ctx context.Context, in *gamesInput) (*httpkit.File, error) {
	in.Limit = min(cmp.Or(in.Limit, maxRecords), maxRecords)
	games, err := a.games(ctx, in)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	for _, g := range games {
		if err := a.write(ctx, &text, g); err != nil {
			return nil, a.problem(err)
		}
	}
	return httpkit.NewFile("text/plain; charset=utf-8", "ladder-"+in.Game+".txt", text.Bytes()), nil
}

func (a *API) write(ctx context.Context, text *bytes.Buffer, g play.Summary) error {
	log, err := a.Store.Events(ctx, g.ID, 0)
	if err != nil {
		return err
	}
	rules, err := a.Rules(g.Game)
	if err != nil {
		return err
	}
	sheet, err := play.Record(g.ID, log, rules)
	if err != nil {
		return err
	}
	return record.Write(record.Thera, text, sheet)
}
