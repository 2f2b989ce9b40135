import { readFileSync } from 'node:fs';
import process from 'node:process';
import { afterAll, vi } from 'vitest';

/*
 * Set up for every file of store and component tests. They share a process, since starting one costs as much as a
 * short file. But stores are singletons: each file loads its own, and what it leaves does not act in the next one.
 */

/** What Vitest knows of a module that this process has loaded. */
interface Loaded {
  promise?: Promise<unknown>;
  exports?: unknown;
  evaluated: boolean;
}
interface Worker {
  filepath: string;
  evaluatedModules: { idToModuleMap: Map<string, Loaded> };
}

/** Half of what a file loads are functions without state: files share them, except those that replace one. */
const PURE = /^(?!mock:).*\/src\/lib\/(domain|wire)\//;
const SHARED = Symbol.for('atoll.shared');
const worker: Worker = Reflect.get(globalThis, '__vitest_worker__');
const { idToModuleMap: modules } = worker.evaluatedModules;
const replacesPure = /vi\.mock\([^)]*'#(domain|wire)\//.test(readFileSync(worker.filepath, 'utf8'));
const shared: Map<string, Loaded> = Reflect.get(globalThis, SHARED) ?? new Map();
Reflect.set(globalThis, SHARED, shared);

vi.resetModules();
if (!replacesPure) for (const [id, loaded] of shared) Object.assign(modules.get(id) ?? {}, loaded);

/** The global names before the first file, which are put back when the next one begins. */
const FIRST = Symbol.for('atoll.first');
const first: PropertyDescriptorMap =
  Reflect.get(globalThis, FIRST) ?? Object.getOwnPropertyDescriptors(globalThis);
for (const name of Object.getOwnPropertyNames(globalThis))
  if (!(name in first)) Reflect.deleteProperty(globalThis, name);
// Vitest's own state is another one for each file.
for (const [name, property] of Object.entries(first))
  if (property.configurable && !name.startsWith('__vitest'))
    Object.defineProperty(globalThis, name, property);
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
  for (const [id, { promise, exports, evaluated }] of modules)
    if (evaluated && !replacesPure && PURE.test(id)) shared.set(id, { promise, exports, evaluated });
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
