package main

import (
	"context"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"thera/game"
	"thera/internal/catalog"
	"thera/internal/site/account"
	"thera/internal/site/class"
	"thera/internal/site/play"
	"thera/internal/site/store"
)

// people makes a store, in which Ann and Bob have played a rated game, "over",
// and play another one, "live". Cid has never played. Cid teaches the class Klas, of
// Zoë, and Bob the class Other; their IDs are in KLAS and OTHER.
func people(ts *testscript.TestScript, _ bool, args []string) {
	ctx := context.Background()
	s, err := store.Open(ctx, ts.MkAbs(args[0]))
	ts.Check(err)
	defer func() { ts.Check(s.Close()) }()
	now := play.Instant(1_700_000_000_000)
	accounts, err := account.New(ctx, account.Config{Store: s, Now: func() play.Instant { return now }})
	ts.Check(err)
	var players []play.Player
	var teachers []account.Who
	for _, name := range []string{"Ann", "Bob", "Cid"} {
		signed, err := accounts.SignUp(ctx, account.Who{}, name, "correct horse", "a browser")
		ts.Check(err)
		players, teachers = append(players, signed.Who.Player), append(teachers, signed.Who)
	}
	classes := class.New(class.Config{Store: s, Accounts: accounts})
	for name, teacher := range map[string]account.Who{"Klas": teachers[2], "Other": teachers[1]} {
		made, err := classes.Make(ctx, teacher, name)
		ts.Check(err)
		ts.Setenv(strings.ToUpper(name), made.ID)
		if name == "Klas" {
			_, _, err = classes.Join(ctx, account.Who{}, made.Invitation, "Zoë", "a browser")
			ts.Check(err)
		}
	}
	rules, err := catalog.Rules("hermit")
	ts.Check(err)
	control, err := play.ParseControl("3d")
	ts.Check(err)
	for id, turns := range map[string]int{"live": 1, "over": 2} {
		state, events, err := play.Create(rules, play.Setup{Game: "hermit", Variant: "7x7", Control: control, Rated: true, Players: players[:2]}, now)
		ts.Check(err)
		ts.Check(s.Append(ctx, state.Batch(id, events)))
		do := func(c play.Command) {
			state, events, err = state.Decide(now+play.Instant(state.Number())*1000, c)
			ts.Check(err)
			ts.Check(s.Append(ctx, state.Batch(id, events)))
		}
		for ply := range turns {
			do(play.Turn{Seat: game.Seat(ply), Ply: ply + 1, Text: string(state.Position().Moves()[0])})
		}
		if id == "over" {
			do(play.Resign{Seat: 0})
		}
	}
}

// startGame starts a casual game of guests.
func startGame(t *testing.T, s *store.Store, id string) *play.State {
	t.Helper()
	rules, err := catalog.Rules("hermit")
	if err != nil {
		t.Fatal(err)
	}
	control, err := play.ParseControl("1d")
	if err != nil {
		t.Fatal(err)
	}
	setup := play.Setup{Game: "hermit", Variant: "7x7", Control: control}
	for _, guest := range []string{"guest-ann", "guest-bob"} {
		setup.Players = append(setup.Players, play.Player{ID: guest, Name: guest, Kind: play.Guest})
	}
	state, events, err := play.Create(rules, setup, 1000)
	if err == nil {
		err = s.Append(t.Context(), state.Batch(id, events))
	}
	if err != nil {
		t.Fatal(err)
	}
	return state
}
