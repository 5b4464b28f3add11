// The few properties of Node's process that mqtt.js and its streams use.
export const process = {
  env: {},
  nextTick: (fn: (...args: unknown[]) => void, ...args: unknown[]) => queueMicrotask(() => fn(...args)),
  emitWarning() {},
};
export { Buffer } from "buffer";
export const global = globalThis;
