package jobs

import (
	"context"
	"encoding/json"
	"fmt"

	"thera/internal/cluster/queue"
	"thera/internal/lab/tune"
)

const selfPlayKind = "self-play" // games to learn from

// gamesPerJob makes a job worth more than the overhead of asking for it.
const gamesPerJob = 8

// selfPlayRecheckRate is lower than usual because all games are also checked by
// the rules.
const selfPlayRecheckRate = 2 * queue.DefaultRecheckRate

type selfPlayInput struct {
	Games       tune.SelfPlay `json:"games"`
	Network     string        `json:"network,omitempty"` // the file's hash
	First, Last int
}

func playSelf(ctx context.Context, t *queue.Task, in selfPlayInput) (games [][]byte, err error) {
	if in.First < 0 || in.Last-in.First > gamesPerJob || in.Games.Nodes == 0 {
		return nil, fmt.Errorf("games %d to %d with %d nodes: want at most %d games and at least 1 node", in.First, in.Last, in.Games.Nodes, gamesPerJob)
	}
	if in.Network != "" {
		if in.Games.Network, err = t.File(ctx, in.Network); err != nil {
			return nil, err
		}
	}
	for i := in.First; i < in.Last; i++ {
		game, err := in.Games.Play(ctx, i)
		if err != nil {
			return nil, err
		}
		games = append(games, game)
		t.Report(float64(i-in.First+1)/float64(in.Last-in.First), nil)
	}
	return games, nil
}

// SelfPlay returns a function that has workers play the games of
// [tune.Options], for its Elsewhere. Each game is checked by the rules.
func SelfPlay(dispatcher *queue.Dispatcher, progress func(queue.Status)) func(context.Context, tune.SelfPlay, int, int) ([][]byte, error) {
	return func(ctx context.Context, s tune.SelfPlay, first, last int) ([][]byte, error) {
		in := selfPlayInput{Games: s}
		if s.Network != nil {
			in.Network = dispatcher.Offer(s.Network)
		}
		title, err := json.Marshal(in)
		if err != nil {
			return nil, err
		}
		part := func(i int) selfPlayInput {
			one := in
			one.First = first + i*gamesPerJob
			one.Last = min(one.First+gamesPerJob, last)
			return one
		}
		batch := queue.Batch{
			RecheckRate: selfPlayRecheckRate, Dispatcher: dispatcher, Jobs: (last - first + gamesPerJob - 1) / gamesPerJob, Progress: progress,
			Journal: s.Journal, Title: fmt.Sprintf("thera self-play %d to %d of %s", first, last, title),
			Job: func(i int) queue.Job { return job(selfPlayKind, queue.Later, part(i)) },
			Check: func(i int, output []byte) error {
				games, err := readGames(part(i), output)
				for k := 0; err == nil && k < len(games); k++ {
					err = s.Check(games[k])
				}
				return err
			},
		}
		if batch.Jobs == 0 {
			return nil, nil
		}
		outputs, err := batch.Run(ctx)
		if err != nil {
			return nil, err
		}
		var all [][]byte
		for i, output := range outputs {
			games, err := readGames(part(i), output)
			if err != nil {
				return nil, err
			}
			all = append(all, games...)
		}
		return all, nil
	}
}

func readGames(in selfPlayInput, output []byte) (games [][]byte, err error) {
	if err := json.Unmarshal(output, &games); err != nil {
		return nil, err
	}
	if len(games) != in.Last-in.First {
		return nil, fmt.Errorf("%d games: want %d", len(games), in.Last-in.First)
	}
	return games, nil
}
