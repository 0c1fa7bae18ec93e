package lobby

import "thera/internal/site/play"

// Reasons of refusals.
const (
	UnknownGame       play.Reason = "unknown-game"
	UnknownVariant    play.Reason = "unknown-variant"
	UnknownPlayer     play.Reason = "unknown-player"
	BadPosition       play.Reason = "bad-position"        // cannot be started from
	BadTerms          play.Reason = "bad-terms"           // impossible seat or rating range
	RatedNeedsAccount play.Reason = "rated-needs-account" // guests play casual games
	RatedNeedsTwo     play.Reason = "rated-needs-two"     // players
	RatedNeedsStart   play.Reason = "rated-needs-start"   // of a variant
	RatedNeedsClock   play.Reason = "rated-needs-clock"
	RatedNeedsFair    play.Reason = "rated-needs-fair" // powers, or none
	BadPowers         play.Reason = "bad-powers"       // cannot be chosen this way
	RatingRange       play.Reason = "rating-range"     // the player's rating is outside the range
	Own               play.Reason = "own-seek"         // players cannot accept their own offers
	NotForYou         play.Reason = "not-for-you"      // the offer is for somebody else
	NotYours          play.Reason = "not-yours"        // only the maker can do this
	Gone              play.Reason = "gone"             // withdrawn, or somebody else was first
	TooMany           play.Reason = "too-many"
	NoBot             play.Reason = "no-bot" // no house bot plays on these terms
)
