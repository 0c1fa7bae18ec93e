//go:build !(js && wasm)

// Command first is the engine of the web page until the whole one has loaded; the
// page's build compiles it for browsers.
//
// Elsewhere it prints the page's requests from the beginning of a game until
// its first turn is entered, with the answers. They come with the page, so that
// it need not wait for a program until then:
//
//	go run ./cmd/thera-wasm/first > web/wasm/recorded.json
//
// The output is a JSON object. Each key is the method, a space and the params
// with sorted names. Seeds are left out, since no answer here depends on one.
// Each game is included from its usual start.
package main

import (
	"encoding/json"
	"fmt"
	"os"

	"thera/internal/ui/browser"
)

func main() {
	answers, err := record()
	if err == nil {
		err = json.NewEncoder(os.Stdout).Encode(answers)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "first:", err)
		os.Exit(1)
	}
}

// params are the params of a request; encoding/json sorts their names.
type params map[string]any

// recorder asks the page's first program and keeps the answers.
type recorder struct {
	service *browser.Service
	reply   []byte
	answers map[string]json.RawMessage
}

// record makes all requests of the start of a game.
func record() (map[string]json.RawMessage, error) {
	r := recorder{answers: map[string]json.RawMessage{}}
	r.service = browser.NewFirst(func(message []byte) { r.reply = message }, func() {})
	defer r.service.Close()
	var games []browser.GameInfo
	if err := r.ask("games", params{}, &games); err != nil {
		return nil, err
	}
	for _, g := range games {
		if err := r.start(g); err != nil {
			return nil, err
		}
	}
	return r.answers, nil
}

// start makes the requests that begin a game from its usual start, without powers.
func (r *recorder) start(g browser.GameInfo) error {
	way, first := "", g.Variants[0]
	if g.Powers != nil {
		way = "none"
	}
	position := params{"game": g.Name, "position": first.Position}
	for method, asked := range map[string]params{
		"settle": {"game": g.Name, "variant": first.Name, "way": way},
		"replay": {"game": g.Name, "start": first.Position, "moves": []string{}},
		"view":   position,
	} {
		if err := r.ask(method, asked, nil); err != nil {
			return err
		}
	}
	return r.enter(g.Name, first.Position, []string{})
}

// enter requests everything that can be tapped for a turn after some steps.
func (r *recorder) enter(game, position string, steps []string) error {
	var entered browser.Entered
	err := r.ask("enter", params{"game": game, "position": position, "steps": steps}, &entered)
	for _, option := range entered.Options {
		if err == nil && option.More {
			err = r.enter(game, position, append(steps[:len(steps):len(steps)], option.Step))
		}
	}
	return err
}

// ask keeps an answer, and decodes it into result unless that is nil.
func (r *recorder) ask(method string, asked params, result any) error {
	question, err := json.Marshal(asked)
	if err != nil {
		return err
	}
	var request any
	if err := json.Unmarshal(fmt.Appendf(nil, `{"id":1,"method":%q,"params":%s}`, method, question), &request); err != nil {
		return err
	}
	r.service.Handle(request)
	var reply struct {
		Result json.RawMessage
	}
	if err := json.Unmarshal(r.reply, &reply); err != nil {
		return err
	}
	if reply.Result == nil {
		return fmt.Errorf("%s %s: %s", method, question, r.reply)
	}
	r.answers[method+" "+string(question)] = reply.Result
	if result == nil {
		return nil
	}
	return json.Unmarshal(reply.Result, result)
}
