package main

import (
	"testing"
)

func BenchmarkPlay(b *testing.B) {
	p, err := startOf("hermit", "")
	if err != nil {
		b.Fatal(err)
	}
	k, _ := p.kind()
	room := make([]byte, 0, 1<<16)
	for _, m := range []string{"Ra6", "Yc3-d3", "Bb1-b2", "Re5", "Ye1"} {
		if q, _, err := k.play(p, m, room); err != nil {
			b.Logf("%v", err)
		} else {
			p = q
		}
	}
	b.Log(string(k.appendMoves(room, p)))
	b.ReportAllocs()
	b.Run("texts", func(b *testing.B) {
		for b.Loop() {
			k, _ := p.kind()
			if _, _, err := k.play(p, "Rf1-f2", room); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("silent", func(b *testing.B) {
		for b.Loop() {
			k, _ := p.kind()
			if _, _, err := k.play(p, "Rf1-f2", nil); err != nil {
				b.Fatal(err)
			}
		}
	})
}
