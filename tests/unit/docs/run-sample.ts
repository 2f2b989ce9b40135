import PocketBase from 'pocketbase';
import { expect } from 'vitest';
import type { Doc } from '#domain/docs/render.ts';

/** A call of a sample and its response. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** Undefined when the response has no body. */
  readonly body: unknown;
}

/** The environment of a sample. */
export interface Surroundings {
  /** The files of its `fileInput`. */
  readonly files?: readonly File[];
  /** Runs after the subscriptions begin and before they end. */
  readonly whileListening?: (printed: readonly unknown[][]) => Promise<void>;
  /** The client library, by default that of 0.22. */
  readonly client?: unknown;
}

const IMPORT = "import PocketBase from 'pocketbase';\n";
const END_OF_LISTENING = '// when the events are no longer needed';

type Run = (
  client: typeof PocketBase,
  console: { log: (...values: unknown[]) => void },
  fileInput: { readonly files: readonly File[] },
  whileListening: () => Promise<void>,
) => Promise<void>;
const AsyncFunction: new (...source: string[]) => Run = Object.getPrototypeOf(async () => {}).constructor;

/** Runs a JavaScript sample without its import; returns its output. */
export async function runSample(code: string, around: Surroundings = {}): Promise<unknown[][]> {
  expect(code.startsWith(IMPORT), 'begins with its import').toBe(true);
  let source = code.slice(IMPORT.length);
  if (around.whileListening) {
    expect(source).toContain(END_OF_LISTENING);
    source = source.replace(END_OF_LISTENING, 'await whileListening();');
  }
  const printed: unknown[][] = [];
  const run = new AsyncFunction('PocketBase', 'console', 'fileInput', 'whileListening', source);
  await run(
    (around.client ?? PocketBase) as typeof PocketBase,
    { log: (...values) => printed.push(values) },
    { files: around.files ?? [] },
    async () => around.whileListening?.(printed),
  );
  return printed;
}

/** Records every API call of `fetch` with its response until `stop`, except event streams. */
export function recordCalls(): { readonly calls: Exchange[]; stop(): void } {
  const original = globalThis.fetch;
  const calls: Exchange[] = [];
  globalThis.fetch = async (input, init) => {
    const response = await original(input, init);
    const url = new URL(input instanceof Request ? input.url : String(input));
    const method = init?.method ?? 'GET';
    const text = await response.clone().text();
    const body: unknown = text.trim() === '' ? undefined : JSON.parse(text);
    calls.push({ method, path: url.pathname, status: response.status, body });
    return response;
  };
  return {
    calls,
    stop() {
      globalThis.fetch = original;
    },
  };
}

/**
 * The keys of a value at every depth; for lists, the keys of the first item.
 * @param opaque keys with any kind of value, such as those of JSON fields.
 */
function shapeOf(value: unknown, opaque: readonly string[] = []): unknown {
  if (typeof value !== 'object' || value === null) return '*';
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0], opaque)];
  return Object.fromEntries(
    Object.entries(value)
      // The response contains related records only when a sample requests them.
      .filter(([name]) => name !== 'expand')
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([name, item]) => [name, opaque.includes(name) ? '*' : shapeOf(item, opaque)]),
  );
}

/** The calls of an endpoint of the tab. */
function callsOf(doc: Doc, calls: readonly Exchange[]): Exchange[] {
  return calls.filter(({ method, path }) =>
    doc.endpoints.some((endpoint) => {
      const pattern = endpoint.path.replace(/:\w+/g, '[^/]+');
      return endpoint.method === method && new RegExp(`^${pattern}$`).test(path);
    }),
  );
}

/** Expects that the sample called its endpoint, and that the documented response has the keys of the real one. */
export function expectDocumented(doc: Doc, calls: readonly Exchange[], opaque: readonly string[] = []): void {
  const own = callsOf(doc, calls);
  expect(own.length, 'calls of the documented endpoint').toBeGreaterThan(0);
  for (const call of own) {
    const response = doc.responses.find(({ status }) => status === call.status);
    expect(response, `status ${call.status} of ${call.method} ${call.path}`).toBeDefined();
    expect(shapeOf(call.body, opaque)).toEqual(shapeOf(response?.body, opaque));
  }
}
