package uci

// ParseInfo is parseInfo.
var ParseInfo = parseInfo
