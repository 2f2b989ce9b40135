import { afterAll, afterEach, beforeAll } from 'vitest';
import { api } from '#api/client.ts';
import { backend } from '#tests/stores/records/record-fixture.ts';
import { type Fault, type FaultyBackend, startFaultyBackend } from '#tests/support/faulty-backend.ts';

const HTML = { body: '<!doctype html><p>From a proxy</p>', type: 'text/html' };

/** Faults of requests that the backend never gets. */
export const REFUSED: Record<string, Fault> = {
  429: { kind: 'refused', status: 429, headers: { 'retry-after': '5' } },
  500: { kind: 'refused', status: 500 },
  '502 with HTML': {
    kind: 'refused',
    status: 502,
    body: HTML.body,
    headers: { 'content-type': HTML.type },
  },
};

/** Faults of responses; the backend has carried out the request. */
export const LOST: Record<string, Fault> = {
  'HTML with status 200': { kind: 'replaced', ...HTML },
  'an empty body with status 200': { kind: 'replaced', body: '' },
  'a list of nothing': { kind: 'replaced', body: '[]' },
  null: { kind: 'replaced', body: 'null' },
  'items that are null': { kind: 'replaced', body: '{"items":null}' },
  'a response that was cut': { kind: 'cut', framing: 'length' },
  'a chunked response that was cut': { kind: 'cut', framing: 'chunked' },
  'a response of unknown length that was cut': { kind: 'cut', framing: 'close' },
  'no response': { kind: 'dropped' },
};

/** Faults of requests that never end. */
export const ENDLESS: Record<string, Extract<Fault, { kind: 'stuck' | 'silent' | 'hanging' }>> = {
  'a request that never arrives': { kind: 'stuck' },
  'a response that never begins': { kind: 'silent' },
  'a response that never ends': { kind: 'hanging' },
};

let running: FaultyBackend | undefined;

/** The proxy between the stores and the backend. */
export function wire(): FaultyBackend {
  if (!running) throw new Error('The proxy only runs during tests.');
  return running;
}

/** Sends all requests of a file through {@link wire}, which works again after each test. */
export function startFaultTests(): void {
  beforeAll(async () => {
    running = await startFaultyBackend(backend().url);
    api().baseUrl = running.url;
  });
  afterEach(() => running?.heal());
  afterAll(() => running?.stop());
}
