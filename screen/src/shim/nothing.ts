// Replaces what mqtt.js imports but a browser never uses: sockets, the npm package ws,
// worker timers. The screen builds only its WebSocket client.
export default {};
export const setInterval = globalThis.setInterval;
export const clearInterval = globalThis.clearInterval;
export const setTimeout = globalThis.setTimeout;
export const clearTimeout = globalThis.clearTimeout;
