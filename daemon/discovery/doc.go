// Package discovery lets phones and laptops find this computer in the local network without
// knowing its address. By multicast DNS (RFC 6762) it answers for NAME.local, and announces
// the services (DNS-SD, RFC 6763) _http._tcp for the screen and _mqtt._tcp for the broker.
package discovery
