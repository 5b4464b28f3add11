// Package refusal says why something that was asked for is not done, in English
// for people and as a code with its particulars for programs, which report
// it in another language. A code never changes its meaning nor its particulars;
// docs/mqtt.md lists them all.
package refusal
