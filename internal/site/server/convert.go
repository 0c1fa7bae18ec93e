package server

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"thera/game"
	"thera/record"
)

type convertInput struct {
	Body struct {
		From record.Format `json:"from,omitempty" enum:"thera,sgf,ggf,botzone" doc:"The format of the text; detected if missing"`
		To   record.Format `json:"to" enum:"thera,sgf,ggf,botzone" doc:"The format wanted"`
		Text string        `json:"text" minLength:"1" doc:"The games, as in a file"`
	}
}

type convertOutput struct{ Body converted }

// converted has games in another format.
type converted struct {
	From  record.Format `json:"from"`
	To    record.Format `json:"to"`
	Games int           `json:"games" doc:"The number of games"`
	Text  string        `json:"text"`
}

func (s *Server) convert(ctx context.Context, in *convertInput) (*convertOutput, error) {
	out := converted{From: in.Body.From, To: in.Body.To}
	if out.From == "" {
		var err error
		if out.From, err = record.Detect([]byte(in.Body.Text)); err != nil {
			return nil, wrongField("text", nil, err)
		}
	}
	err := s.withProcessor(ctx, func() (err error) {
		out.Text, out.Games, err = s.convertText(ctx, out.From, out.To, in.Body.Text)
		return err
	})
	return &convertOutput{out}, err
}

// convertText replays each game by its rules, which takes time.
func (s *Server) convertText(ctx context.Context, from, to record.Format, text string) (converted string, n int, err error) {
	ctx, cancel := context.WithTimeout(ctx, maxTime)
	defer cancel()
	var games []game.Game
	for _, entry := range s.Games {
		games = append(games, entry.Game)
	}
	var out strings.Builder
	for g, err := range record.Read(from, bufio.NewReader(strings.NewReader(text)), games...) {
		if err == nil {
			err = record.Write(to, &out, g)
		}
		if err != nil {
			return "", n, wrongText(err)
		}
		if ctx.Err() != nil {
			return "", n, huma.Error503ServiceUnavailable(fmt.Sprintf("only %d games could be converted in time", n))
		}
		n++
	}
	if n == 0 {
		return "", 0, wrongField("text", nil, fmt.Errorf("no game in it: want at least one in the format %s", from))
	}
	return out.String(), n, nil
}

// wrongText is the problem of text that is not valid, with the text at fault.
func wrongText(err error) error {
	if place, ok := errors.AsType[*record.Error](err); ok {
		return wrongField("text", place.Text, err)
	}
	return wrongField("text", nil, err)
}
