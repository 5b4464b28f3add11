package uci

// ParseInfo exports parseInfo for tests.
var ParseInfo = parseInfo
