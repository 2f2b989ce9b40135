import PocketBase from 'pocketbase';
import { expect } from 'vitest';
import type { Doc } from '#domain/docs/doc.ts';

/** A call that a sample made, and what came back. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** Undefined where the answer had none. */
  readonly body: unknown;
}

/** What a sample finds around it. */
export interface Surroundings {
  /** What its `fileInput` holds. */
  readonly files?: readonly File[];
  /** Runs between the subscriptions and their end. */
  readonly whileListening?: (printed: readonly unknown[][]) => Promise<void>;
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

/** Runs a JavaScript sample as it stands, its import aside; returns what it printed. */
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
    PocketBase,
    { log: (...values) => printed.push(values) },
    { files: around.files ?? [] },
    async () => around.whileListening?.(printed),
  );
  return printed;
}

/** Makes `fetch` note every answered call of the API until `stop`; event streams aside. */
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
 * The keys of a value at every depth; of a list those of its first item.
 * @param opaque keys whose values may be anything, as those of JSON fields.
 */
function shapeOf(value: unknown, opaque: readonly string[] = []): unknown {
  if (typeof value !== 'object' || value === null) return '*';
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0], opaque)];
  return Object.fromEntries(
    Object.entries(value)
      // Related records come along only where a sample asks for them.
      .filter(([name]) => name !== 'expand')
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([name, item]) => [name, opaque.includes(name) ? '*' : shapeOf(item, opaque)]),
  );
}

/** The calls that went to an endpoint of the tab. */
function callsOf(doc: Doc, calls: readonly Exchange[]): Exchange[] {
  return calls.filter(({ method, path }) =>
    doc.endpoints.some((endpoint) => {
      const pattern = endpoint.path.replace(/:\w+/g, '[^/]+');
      return endpoint.method === method && new RegExp(`^${pattern}$`).test(path);
    }),
  );
}

/** Expects that the sample called its endpoint, and that the documented answer has the real one's keys. */
export function expectDocumented(doc: Doc, calls: readonly Exchange[], opaque: readonly string[] = []): void {
  const own = callsOf(doc, calls);
  expect(own.length, 'calls of the documented endpoint').toBeGreaterThan(0);
  for (const call of own) {
    const answer = doc.answers.find(({ status }) => status === call.status);
    expect(answer, `status ${call.status} of ${call.method} ${call.path}`).toBeDefined();
    expect(shapeOf(call.body, opaque)).toEqual(shapeOf(answer?.body, opaque));
  }
}
