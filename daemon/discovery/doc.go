// Package discovery lets phones and laptops find this computer in the local network without
// knowing its address: by multicast DNS (RFC 6762) it answers for NAME.local, and announces
// its services (DNS-SD, RFC 6763): _http._tcp for the screen, _mqtt._tcp for the broker.
package discovery
