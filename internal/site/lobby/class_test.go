package lobby_test

import (
	"testing"

	"thera/internal/site/lobby"
	"thera/internal/site/play"
)

// pupil is a member of a class.
func pupil(class, name string) play.Player {
	return play.Player{ID: class + name, Name: name, Kind: play.Guest, Class: class}
}

// Members of a class meet each other only, and others do not see their offers.
func TestClasses(t *testing.T) {
	each(t, func(t *testing.T, p *place) {
		ctx := t.Context()
		zoe, jan, other, ann := pupil("c", "Zoe"), pupil("c", "Jan"), pupil("d", "Otto"), p.account("Ann")
		visitor := p.listen("", true)
		fast := terms("hermit 3x3 3d")
		seek := p.must(p.Seek(ctx, zoe, fast)).Seek
		for _, outside := range []play.Player{other, ann} {
			if made := p.must(p.Seek(ctx, outside, fast)); made.Seek == nil || made.Seek.ID == seek.ID {
				t.Errorf("%s joins a pupil by what he seeks: %+v", outside.Name, made)
			}
			_, err := p.Accept(ctx, outside, seek.ID)
			p.refused(err, lobby.Gone)
		}
		for class, want := range map[string]int{"": 1, "c": 1, "d": 1, "e": 0} {
			if n := len(p.Seeks(class)); n != want {
				t.Errorf("%d seeks are seen from the class %q, want %d", n, class, want)
			}
		}
		made := p.must(p.Seek(ctx, jan, fast))
		if sum := p.summary(made.Game); sum.Players[0].Class != "c" || sum.Players[1].Class != "c" {
			t.Errorf("the class's game: %+v", sum)
		}
		visitor.wait(t, "hello seek seekGone") // Ann's seek, and the end of a seek that the visitor has not seen
		rated := fast
		rated.Rated = true
		_, err := p.Seek(ctx, zoe, rated)
		p.refused(err, lobby.RatedNeedsAccount)
		_, err = p.Challenge(ctx, zoe, "ann", fast)
		p.refused(err, play.UnknownPlayer)
		link := p.must(p.Challenge(ctx, zoe, "", fast)).Challenge
		for _, outside := range []play.Player{other, ann, {}} {
			_, err := p.ChallengeByID(ctx, outside, link.ID)
			p.refused(err, lobby.Gone)
			_, err = p.AcceptChallenge(ctx, outside, link.ID)
			p.refused(err, lobby.Gone)
		}
		if _, err := p.ChallengeByID(ctx, jan, link.ID); err != nil {
			t.Error(err)
		}
		p.must(p.AcceptChallenge(ctx, jan, link.ID))
		visitor.end()
	})
}
