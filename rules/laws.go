package rules

import (
	"fmt"
	"strings"
)

// Laws names an edition of the FIDE Laws of Chess; the zero value is the code of 1953. The
// differences between editions are in tables, here in outcome.go and for Article 4 in
// reconcile/article4: code never compares editions.
type Laws uint8

// The editions, by the year they came into force.
const (
	FIDE1953 Laws = iota // code drawn up in 1952, without article numbers in the printing at hand
	FIDE1997             // Yerevan, 1 July 1997
	FIDE2001             // Istanbul, 1 July 2001
	FIDE2005             // Calvia, July 2005
	FIDE2009             // Dresden, 1 July 2009
	FIDE2014             // Tallinn, 1 July 2014
	FIDE2018             // 1 January 2018
	FIDE2023             // 1 January 2023
)

// InForce is the latest edition. It applies when a configuration names none.
const InForce = FIDE2023

var lawsNames = [...]string{
	"fide-1953", "fide-1997", "fide-2001", "fide-2005", "fide-2009", "fide-2014", "fide-2018", "fide-2023",
}

// Editions is the number of editions.
const Editions = len(lawsNames)

// ParseLaws reads the id of an edition, such as "fide-2009".
func ParseLaws(s string) (Laws, error) {
	for i, name := range lawsNames {
		if name == s {
			return Laws(i), nil
		}
	}
	return FIDE1953, fmt.Errorf("%q is not an edition of the Laws: want one of %s", s, strings.Join(lawsNames[:], ", "))
}

// AllLaws lists the editions by date.
func AllLaws() []Laws {
	all := make([]Laws, len(lawsNames))
	for i := range all {
		all[i] = Laws(i)
	}
	return all
}

// String is the id of the edition, such as "fide-2009".
func (l Laws) String() string {
	if int(l) >= len(lawsNames) {
		return fmt.Sprintf("Laws(%d)", uint8(l))
	}
	return lawsNames[l]
}
