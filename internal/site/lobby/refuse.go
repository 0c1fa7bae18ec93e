package lobby

import "thera/internal/site/play"

// The reasons of refusals.
const (
	UnknownGame       play.Reason = "unknown-game"
	UnknownVariant    play.Reason = "unknown-variant"
	UnknownPlayer     play.Reason = "unknown-player"
	BadPosition       play.Reason = "bad-position"        // not one to begin at
	BadTerms          play.Reason = "bad-terms"           // a seat or rating that can't be
	RatedNeedsAccount play.Reason = "rated-needs-account" // guests play casual games
	RatedNeedsTwo     play.Reason = "rated-needs-two"     // seats
	RatedNeedsStart   play.Reason = "rated-needs-start"   // of a variant
	RatedNeedsClock   play.Reason = "rated-needs-clock"
	RatedNeedsFair    play.Reason = "rated-needs-fair" // powers, or none
	BadPowers         play.Reason = "bad-powers"       // can't be chosen so
	RatingRange       play.Reason = "rating-range"     // not for players of this rating
	Own               play.Reason = "own-seek"         // one can't play oneself
	NotForYou         play.Reason = "not-for-you"      // it is for somebody else
	NotYours          play.Reason = "not-yours"        // only who made it can do this
	Gone              play.Reason = "gone"             // withdrawn, or another was first
	TooMany           play.Reason = "too-many"
	NoBot             play.Reason = "no-bot" // no house bot plays on these terms
)
