package journal

// Explain is what is said about errors of the system that a test cannot bring about.
var Explain = explain
