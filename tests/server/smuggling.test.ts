import { expect, test } from 'vitest';
import { startPocketBase } from '#tests/support/backend.ts';
import { exchange, requestText } from '#tests/support/server/http-client.ts';
import { startRawBackend } from '#tests/support/server/raw-backend.ts';
import { converse, readResponses } from '#tests/support/server/raw-client.ts';
import {
  type RawConversation,
  type RawRequest,
  sampleConversations,
} from '#tests/support/server/raw-requests.ts';
import { underEachRuntime } from './runtimes.ts';

/** Together they contain more than 2,000 requests. */
const CONVERSATIONS = 1_200;
/** Number of concurrent clients. */
const CLIENTS = 16;
/** SEED=n repeats a failed run. */
const SEED = Number(process.env['SEED'] ?? 20_261_120);

interface Outcome {
  conversation: RawConversation;
  /** Everything the client received. */
  received: string;
}

/** The requests of a conversation that must be accepted, and whether its next bytes must be refused. */
function resultOf({ requests, pieces }: RawConversation) {
  const accepted: RawRequest[] = [];
  let rest = pieces.join('').length;
  for (const request of requests) {
    if (rest === 0) break;
    // A request that the client did not send completely has no end.
    if (!request.isAccepted || request.text.length > rest) return { accepted, isRefused: true };
    accepted.push(request);
    rest -= request.text.length;
    // The connection ends with this response: later requests get no response, not even a refusal.
    if (request.isLast) break;
  }
  return { accepted, isRefused: false };
}

const acceptedOf = (conversation: RawConversation) => resultOf(conversation).accepted;

/** Runs all conversations, several at a time. */
async function converseAll(url: string, conversations: RawConversation[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const rest = conversations.values();
  const talk = async () => {
    for (const conversation of rest) {
      outcomes.push({ conversation, received: await converse(url, conversation) });
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, talk));
  return outcomes;
}

/** Expects that each response belongs to its own request, and that each request gets a response. */
function expectOwnResponses({ conversation, received }: Outcome): void {
  const { requests, ending, pieces } = conversation;
  const responses = readResponses(received, requests, ending !== 'reset');
  const { accepted, isRefused } = resultOf(conversation);
  const own = accepted.map(({ tag, method }) => ({ status: 200, tag, body: method === 'HEAD' ? '' : tag }));
  const context = JSON.stringify({ pieces, ending, responses });
  if (ending === 'reset') {
    // A reset drops responses at any point, but none may belong to another request.
    const passed = responses.filter(({ status }) => status === 200);
    expect(passed, context).toEqual(own.slice(0, passed.length));
    return;
  }
  expect(responses.slice(0, own.length), context).toEqual(own);
  const rest = responses.slice(own.length).map(({ status, tag }) => ({ status, tag }));
  const refusal = isRefused ? [{ status: 400, tag: '' }] : [];
  // The connection of a half-closed client ends with the last response that it has asked for, with or without a
  // refusal.
  if (ending === 'half-close') expect([[], refusal], context).toContainEqual(rest);
  else expect(rest, context).toEqual(refusal);
}

underEachRuntime((start) => {
  test('forwards only complete requests, and answers each with its own response', async () => {
    const backend = await startRawBackend();
    const atoll = await start(backend.url);
    const outcomes = await converseAll(atoll.url, sampleConversations(CONVERSATIONS, SEED));
    await atoll.stop();
    await backend.stop();

    expect(backend.violations).toEqual([]);
    for (const outcome of outcomes) expectOwnResponses(outcome);
    const conversations = outcomes.map(({ conversation }) => conversation);
    const accepted = conversations.flatMap(acceptedOf);
    const expected = new Map(accepted.map((request) => [request.tag, request]));
    for (const request of backend.arrived) {
      const { tag, method, target, body } = expected.get(request.tag) ?? {};
      expect(request).toEqual({ tag, method, target, body });
    }
    const tags = backend.arrived.map(({ tag }) => tag);
    expect(new Set(tags).size).toBe(tags.length);
    const awaited = conversations.filter(({ ending }) => ending !== 'reset');
    const required = awaited.flatMap(acceptedOf).map(({ tag }) => tag);
    expect(new Set(tags).isSupersetOf(new Set(required))).toBe(true);

    const count = (list: RawConversation[]) => list.flatMap(({ requests }) => requests).length;
    const counts = {
      sent: count(conversations),
      accepted: required.length,
      refused: count(awaited) - required.length,
      abandoned: count(conversations) - count(awaited),
      arrived: tags.length,
    };
    console.log(JSON.stringify(counts));
    // The generator creates enough of each kind.
    expect(counts.sent).toBeGreaterThan(2_000);
    expect(Math.min(counts.accepted, counts.refused)).toBeGreaterThan(500);
    expect(counts.abandoned).toBeGreaterThan(100);
  });

  test('never turns a request body into a request of the administrator', async () => {
    const backend = await startPocketBase();
    const atoll = await start(backend.url);
    const headers = { Authorization: await backend.adminToken() };
    const schema = [{ name: 'title', type: 'text' }];
    await backend.api.post('/api/collections', { name: 'precious', type: 'base', schema });
    const list = async () => {
      const response = await fetch(`${atoll.url}/api/collections?fields=name`, { headers });
      return { status: response.status, text: await response.text() };
    };
    const smuggled = 'DELETE /api/collections/precious HTTP/1.1\r\nX-Ignore: ';
    const chunk = `${smuggled.length.toString(16)}\r\n${smuggled}\r\n0\r\n\r\n`;
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'TRACE', 'DELETE']) {
      // Leaves an open connection to the backend, which the attack would use.
      await list();
      const attack = requestText(`${method} /api/health`, ['Transfer-Encoding: chunked'], chunk);
      const attacks = await Promise.all(Array.from({ length: 4 }, () => exchange(atoll.url, attack)));
      for (const { status, text } of await Promise.all(Array.from({ length: 8 }, list))) {
        expect(status, method).toBe(200);
        expect(text, method).toContain('"precious"');
      }
      expect(backend.sql("SELECT name FROM _collections WHERE name = 'precious'"), method).toHaveLength(1);
      // A DELETE may have a body. The backend does not know this address.
      for (const { status } of attacks) expect(status, method).toBe(method === 'DELETE' ? 404 : 400);
    }
    await atoll.stop();
    await backend.stop();
  });
});
