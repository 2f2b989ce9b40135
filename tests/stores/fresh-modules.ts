import process from 'node:process';
import { afterAll, vi } from 'vitest';

/*
 * Set up for every file of store and component tests. They share a process, since starting one costs as much as a
 * short file. But stores are singletons: each file loads its own, and what it leaves does not act in the next one.
 */

vi.resetModules();

/** The global names before the first file, which are put back when the next one begins. */
const FIRST = Symbol.for('atoll.first');
const first: PropertyDescriptorMap =
  Reflect.get(globalThis, FIRST) ?? Object.getOwnPropertyDescriptors(globalThis);
for (const name of Object.getOwnPropertyNames(globalThis))
  if (!(name in first)) Reflect.deleteProperty(globalThis, name);
for (const [name, property] of Object.entries(first))
  if (property.configurable) Object.defineProperty(globalThis, name, property);
Reflect.set(globalThis, FIRST, first);

const exits = process.listeners('exit');
const timers: ReturnType<typeof setTimeout>[] = [];
const channels: BroadcastChannel[] = [];
const requests: Promise<Response>[] = [];
const file = new AbortController();

const { fetch: startFetch, setTimeout: startTimeout, setInterval: startInterval } = globalThis;
const noted = (timer: ReturnType<typeof setTimeout>) => {
  timers.push(timer);
  return timer;
};
Object.assign(globalThis, {
  fetch: (url: string, init?: RequestInit) => {
    const signal = AbortSignal.any([file.signal, ...(init?.signal ? [init.signal] : [])]);
    const request = startFetch(url, { ...init, signal });
    requests.push(request);
    return request;
  },
  setTimeout: (...args: Parameters<typeof startTimeout>) => noted(startTimeout(...args)),
  setInterval: (...args: Parameters<typeof startInterval>) => noted(startInterval(...args)),
  BroadcastChannel: class extends BroadcastChannel {
    constructor(name: string) {
      super(name);
      channels.push(this);
    }
  },
});

afterAll(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  // Else the next file would see what follows on their answers.
  file.abort();
  await Promise.allSettled(requests);
  await new Promise((done) => setImmediate(done));
  for (const timer of timers) clearTimeout(timer);
  for (const channel of channels) channel.close();
  for (const exit of process.listeners('exit')) if (!exits.includes(exit)) process.off('exit', exit);
});
