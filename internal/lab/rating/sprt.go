package rating

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// SPRT is a sequential probability ratio test (Wald 1945): after each pair it decides
// whether enough was played to tell which of two differences in Elo is closer to the
// truth. It uses the ratio of the generalized test, in which everything not tested is
// fitted to the counts under either hypothesis (Van den Bergh, "The Generalized
// Sequential Probability Ratio Test", as used by Fishtest).
type SPRT struct {
	// Elo0 is the difference under the null hypothesis, Elo1 the larger one
	// under the alternative.
	Elo0, Elo1 float64
	// Alpha is the accepted probability of choosing Elo1 if Elo0 is true, Beta
	// that of the reverse.
	Alpha, Beta float64
}

// ParseSPRT parses "ELO0,ELO1", with 0.05 for both errors. An error states what
// is accepted.
func ParseSPRT(text string) (SPRT, error) {
	t := SPRT{Alpha: 0.05, Beta: 0.05}
	first, second, _ := strings.Cut(text, ",")
	var err0, err1 error
	t.Elo0, err0 = strconv.ParseFloat(first, 64)
	t.Elo1, err1 = strconv.ParseFloat(second, 64)
	if err0 != nil || err1 != nil || t.Check() != nil {
		return SPRT{}, errors.New("want ELO0,ELO1 with the smaller one first, as in 0,10")
	}
	return t, nil
}

// Check returns an error if the test can't be carried out.
func (t SPRT) Check() error {
	const most = 4000
	switch {
	case !(-most <= t.Elo0 && t.Elo0 < t.Elo1 && t.Elo1 <= most):
		return fmt.Errorf("hypotheses %v and %v: want the smaller one first, within ±%d", t.Elo0, t.Elo1, most)
	case !(0 < t.Alpha && t.Alpha < 0.5):
		return fmt.Errorf("error %v: want a probability above 0 and below 0.5", t.Alpha)
	case !(0 < t.Beta && t.Beta < 0.5):
		return fmt.Errorf("error %v: want a probability above 0 and below 0.5", t.Beta)
	}
	return nil
}

// Bounds returns the log-likelihood ratios at which the null hypothesis and the
// alternative are accepted.
func (t SPRT) Bounds() (lower, upper float64) {
	return math.Log(t.Beta / (1 - t.Alpha)), math.Log((1 - t.Beta) / t.Alpha)
}

// LLR returns the logarithm of how much likelier the counts are under Elo1 than
// under Elo0.
func (t SPRT) LLR(p Pentanomial) float64 {
	return p.logLikelihood(Score(t.Elo1)) - p.logLikelihood(Score(t.Elo0))
}

// Decide returns what the counts suffice to accept.
func (t SPRT) Decide(p Pentanomial) Decision {
	lower, upper := t.Bounds()
	switch llr := t.LLR(p); {
	case llr <= lower:
		return H0
	case llr >= upper:
		return H1
	}
	return Undecided
}

// Decision is the state of a sequential test.
type Decision string

const (
	// The decisions: to continue, or which hypothesis is accepted.
	Undecided Decision = "undecided"
	H0        Decision = "H0"
	H1        Decision = "H1"
)
