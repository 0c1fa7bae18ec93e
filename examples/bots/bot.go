// Command bots is a bot that plays random turns: THERA_TOKEN=... go run bot.go http://127.0.0.1:8080
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"strings"
	"time"
)

type thing = map[string]any // of JSON

// ask has take read the objects of an answer until it returns false. Refusals are only printed.
func ask(method, path, body string, take func(thing) bool) {
	ctx, stop := context.WithCancel(context.Background())
	silence := time.AfterFunc(15*time.Second, stop) // a blank line comes every few seconds
	r, _ := http.NewRequestWithContext(ctx, method, os.Args[1]+"/api/v1/"+path, strings.NewReader(body))
	r.Header = http.Header{"Authorization": {"Bearer " + os.Getenv("THERA_TOKEN")}, "Content-Type": {"application/json"}}
	if answer, err := http.DefaultClient.Do(r); err != nil {
		fmt.Fprintln(os.Stderr, err)
	} else {
		defer func() { _ = answer.Body.Close() }()
		if answer.StatusCode >= 400 { // it says why
			_ = answer.Write(os.Stderr)
		}
		lines, more := bufio.NewScanner(answer.Body), true
		for lines.Buffer(nil, 1<<20); more && lines.Scan(); silence.Reset(15 * time.Second) {
			if one := thing(nil); json.Unmarshal(lines.Bytes(), &one) == nil {
				more = take(one)
			}
		}
	}
}

// choose returns a legal turn. The rules are the server's: put your own player here.
func choose(game, state thing) (turn string) {
	ask("POST", "moves", fmt.Sprintf(`{"game":%q,"position":%q}`, game["game"], state["fen"]), func(answer thing) bool {
		moves := answer["moves"].([]any)
		turn = moves[rand.IntN(len(moves))].(thing)["move"].(string)
		return true
	})
	return turn
}

// play plays a game to its end. A stream that breaks is begun again, as after a refused turn: it has the state.
func play(id string) {
	for game, over := thing(nil), false; !over; time.Sleep(time.Second) {
		ask("GET", "bot/game/stream/"+id, "", func(line thing) (more bool) {
			if line["type"] == "gameFull" {
				game, line = line, line["state"].(thing)
			}
			over = over || line["type"] == "gameState" && line["status"] != "started"
			if line["type"] != "gameState" || over || line["turn"] != game["seat"] {
				return true
			}
			turn := fmt.Sprintf("bot/game/%s/move/%s?ply=%v", id, choose(game, line), line["ply"].(float64)+1)
			ask("POST", turn, "", func(answer thing) bool { more = answer["ok"] == true; return true })
			return more
		})
	}
}

func main() {
	for playing := map[any]bool{}; ; time.Sleep(time.Second) {
		ask("GET", "stream/event", "", func(event thing) bool {
			switch game, _ := event["game"].(thing); {
			case event["type"] == "challenge":
				ask("POST", "challenge/"+event["challenge"].(thing)["id"].(string)+"/accept", "", func(thing) bool { return true })
			case event["type"] == "gameStart" && !playing[game["id"]]:
				playing[game["id"]] = true
				go play(game["id"].(string))
			}
			return true
		})
	}
}
