// Package refusal says why a request was not carried out: in English for people, and as a
// code with its particulars for programs, which can report it in another language. Neither
// the meaning of a code nor its particulars ever change; docs/mqtt.md lists them all.
package refusal
