package santorini

import "testing"

func TestEvaluateSides(t *testing.T) {
	for _, p := range randomPositions(t) {
		v, w := p.Evaluate(0), p.Evaluate(1)
		if p.seats == 2 && (v != -w || v < -certain || v > certain) {
			t.Fatalf("%s: %d for seat 1, %d for seat 2", &p, v, w)
		}
	}
}

// TestEvaluateForced checks that what is forced is played before the network
// is asked.
func TestEvaluateForced(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       func(v int) bool // of the value for seat 1
	}{
		{"can climb", "32000/00000/00000/00000/00000 b5e1,c3e3 1", func(v int) bool { return v == certain }},
		{"can't stop a climb", "32000/00000/00000/00000/00000 c2e1,b5e3 1", func(v int) bool { return v == -certain }},
		{"can stop a climb", "32000/00000/00000/00000/00000 c3e1,b5e3 1", func(v int) bool { return v > -certain && v < certain }},
		{"can't stop two", "32300/00000/00000/00000/00000 b3e1,b5e3 1", func(v int) bool { return v == -certain }},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, err := Parse(test.text)
			if err != nil {
				t.Fatal(err)
			}
			if v := p.Evaluate(0); !test.want(v) {
				t.Errorf("%s: %d for seat 1", &p, v)
			}
		})
	}
}

// TestEvaluateAgrees compares the network with the evaluation by hand where
// that is sure of itself.
func TestEvaluateAgrees(t *testing.T) {
	sure, agree := 0, 0
	for _, p := range randomPositions(t) {
		if v := p.judge(0); p.seats == 2 && p.winners == 0 && max(v, -v) > 200 && len(p.AppendForced(nil)) == 0 {
			sure++
			if v > 0 == (p.Evaluate(0) > 0) {
				agree++
			}
		}
	}
	if sure < 50 || agree*10 < sure*8 {
		t.Errorf("the network agrees in %d of %d positions", agree, sure)
	}
}

func BenchmarkEvaluate(b *testing.B) {
	positions := randomPositions(b)
	for i := 0; b.Loop(); i++ {
		p := &positions[i%1024]
		p.Evaluate(p.turn)
	}
}
