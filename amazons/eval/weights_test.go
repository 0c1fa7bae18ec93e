package eval

import (
	"testing"

	"thera/amazons"
	"thera/game/gametest"
)

func TestStage(t *testing.T) {
	for _, test := range []struct{ contest, stage, fraction int }{
		{0, 0, 0},
		{15, 0, 240},
		{16, 1, 0},
		{40, 1, 128},
		{63, 1, 250},
		{64, 2, 0},
		{112, 2, 128},
		{160, 3, 0},
		{210, 3, 128},
		{1000, 3, 256},
	} {
		if stage, fraction := Stage(test.contest); stage != test.stage || fraction != test.fraction {
			t.Errorf("contest %d: stage %d and %d/256, want %d and %d/256", test.contest, stage, fraction, test.stage, test.fraction)
		}
	}
}

// TestByBoard wants the weights of the board of a variant or the one closest to it.
func TestByBoard(t *testing.T) {
	var w ByBoard
	for text, want := range map[string]int{
		"q3/4/4/3Q w": 0, "q5/6/6/6/6/5Q w": 0, "q6/7/7/7/7/7/6Q w": 0,
		"q7/8/8/8/8/8/8/7Q w": 1, "q8/9/9/9/9/9/9/9/8Q w": 1,
		"q8/9/9/9/9/9/9/9/9/8Q w": 2, "q9/10/10/10/10/10/10/10/10/9Q w": 2,
	} {
		p := gametest.Must(t, amazons.Parse, text)
		if w.of(&p) != &w[want] {
			t.Errorf("%s: want the weights %d", text, want)
		}
	}
}

// TestValue interpolates between weights of 100, 200, 400, 800 and 1600 centilogits.
func TestValue(t *testing.T) {
	var w Weights
	for stage, weight := range []int32{100, 200, 400, 800, 1600} {
		w[stage][TermQueen] = 256 * weight
	}
	for contest, want := range map[int]int{0: 100, 8: 150, 16: 200, 40: 300, 64: 400, 112: 600, 160: 800, 210: 1200, 260: 1600, 300: 1600} {
		terms := Terms{TermQueen: 3}
		if got := w.Value(&terms, contest); got != 3*want {
			t.Errorf("three squares at contest %d: %d, want %d", contest, got, 3*want)
		}
	}
}

// TestFittedValues pins what the shipped weights say of positions at all
// stages. New weights put in their own numbers.
func TestFittedValues(t *testing.T) {
	for _, test := range []struct {
		text string
		want int
	}{
		{"3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w", 31},
		{"3q*3*1/7q2/4*5/7q2/7q2/4*1*3/Q2Q1*4/10/*3Q5/7*1Q w", 23},
		{"10/*1*7/4*1Q3/**2*3*1/4*2qq*/*1*2*1*2/3*2**1*/Q1q3Q2*/*3**2Q1/2**3*q1 w", 111},
		{"10/*1*7/4*1Q3/**2*3*1/4*2qq*/*1*2*1*2/3*2**1*/Q1q3Q2*/*3**2Q1/2**3*q1 b", -43},
		{"1*7*/q*q2*2*Q/1*1*****1*/1**1**1*2/2***3**/*3*4*/1*1*q***Q*/1*****4/2QQ**q*2/5**1*1 w", 92},
		{"q1***1*1*1/1**1*1**2/*2***q*2/q*********/1*Q**1*q**/2******2/*****Q1**1/3*1**1*1/1*1*Q1*3/*1*Q***2* w", 126},
		{"*q*q*1*1*q/1**1Q*****/*****1Q***/4***2*/***2****1/*2****1**/****2*q*1/1*********/*Q**1**1*1/3****Q*1 w", 1221},
		{"2******q*/**Q****1**/****q**1*1/2****1Q**/**4****/1*******1*/*q*1**1q*1/*1*Q1**1**/1*1****1**/1*1*Q*2*1 b", -27},
		{"1*1*q1/q2**1/**2qQ/qQ2*1/Q5/1Q2*1 w", 287},
		{"Q3/4/3q/4 b", 209},
		{"1**2q*1/q*Q**1*1/2****qQ/**1*3*/*2*1**1/Qq1****1/1*1*1***/3*1Q2 b", 311},
	} {
		p := gametest.Must(t, amazons.Parse, test.text)
		if got := fitted.Evaluate(&p, p.Turn()); got != test.want {
			t.Errorf("%s: %d, want %d", test.text, got, test.want)
		}
	}
}

// TestTerritoryLate measures a corridor with a corner at one end, which is long
// by king moves and short by queen moves, with one arrow too few for the latter
// to count, and with enough.
func TestTerritoryLate(t *testing.T) {
	const rest = "/**********/**********/**********/**********/*******q**/Q7** w"
	for arrows, want := range map[string]int{
		"10/10/10/***7":   600 * (3 - 4) / 7, // 54 arrows
		"10/10/10/****6":  600 * 5 / 7,       // 55
		"10/10/10/*****5": 600 * 5 / 7,
	} {
		p := gametest.Must(t, amazons.Parse, arrows+rest)
		if got := Territory(&p, amazons.White); got != want {
			t.Errorf("%d arrows: %d, want %d", p.Arrows().Len(), got, want)
		}
	}
}
