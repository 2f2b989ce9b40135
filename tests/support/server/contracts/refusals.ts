import { expect, test } from 'vitest';
import { startRawBackend } from '../raw-backend.ts';
import { converse, readResponses } from '../raw-client.ts';
import type { Start } from '../start.ts';

/** Number of concurrent clients. */
const CLIENTS = 16;

const UNREADABLE = 'GET /api/raw/evil HTTP/1.1\r\nHost: atoll.test\r\nX-T\rag: evil\r\n\r\n';
const READABLE =
  'POST /api/raw/evil HTTP/1.1\r\nHost: atoll.test\r\nX-Tag: evil\r\nContent-Length: 4\r\n\r\nevil';
const PIECES_BEHIND = 12;

/** A conversation whose client waits for all responses. */
const staying = (pieces: string[]) => ({ pieces, ending: 'wait' as const, patience: 0 });
const hostile = staying([UNREADABLE, ...Array.from({ length: PIECES_BEHIND }, () => READABLE)]);

/** A request in two pieces, split at a different place each time. */
function honest(tag: string, index: number) {
  const lines = [
    `POST /api/raw/${tag} HTTP/1.1`,
    'Host: atoll.test',
    `X-Tag: ${tag}`,
    `Content-Length: ${tag.length}`,
    'Connection: close',
  ];
  const text = `${lines.join('\r\n')}\r\n\r\n${tag}`;
  const cut = index % text.length;
  return staying([text.slice(0, cut), text.slice(cut)]);
}

/**
 * How the server handles ambiguous requests, and valid requests at the same time.
 *
 * @param honestRequests number of valid requests; about half as many hostile connections run in parallel
 */
export function refusalsContract(start: Start, honestRequests: number): void {
  // Deno reuses the parser of a refused connection for the next one while the first still sends.
  test("keeps the bytes of a refused client out of other clients' requests", async () => {
    const backend = await startRawBackend();
    const atoll = await start(backend.url);
    const tags = Array.from({ length: honestRequests }, (_, index) => `honest${index}`);
    const received = new Map<string, string>();
    const rest = tags.entries();
    const talk = async (client: number) => {
      for (const [index, tag] of rest) {
        const beside = client % 2 ? converse(atoll.url, hostile) : undefined;
        received.set(tag, await converse(atoll.url, honest(tag, index)));
        await beside;
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, (_, client) => talk(client)));
    await atoll.stop();
    await backend.stop();

    const arrived = backend.arrived.map(({ method, target, tag, body }) =>
      [method, target, tag, body].join(' '),
    );
    expect(arrived.sort()).toEqual(tags.map((tag) => `POST /api/raw/${tag} ${tag} ${tag}`).sort());
    expect(backend.violations).toEqual([]);
    for (const [tag, text] of received) {
      expect(readResponses(text, [{ method: 'POST' }], true)).toEqual([{ status: 200, tag, body: tag }]);
    }
  });

  test("refuses what it can't read after the responses to earlier requests", async () => {
    const backend = await startRawBackend();
    const atoll = await start(backend.url);
    const before = ['first', 'second', 'third'];
    const get = (tag: string) => `GET /api/raw/${tag} HTTP/1.1\r\nHost: atoll.test\r\nX-Tag: ${tag}\r\n\r\n`;
    const websocket =
      'GET /api/x HTTP/1.1\r\nHost: atoll.test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
    const smuggling = 'GET /api/x HTTP/1.1\r\nHost: atoll.test\r\nContent-Length: 5\r\n\r\nhello';
    const hidden = `POST /api/x HTTP/1.1\r\nHost: atoll.test\r\n${'A: b\r\n'.repeat(1_200)}Content-Length: 5\r\n\r\nhello`;
    const unsafe = 'The request could not be read safely.';
    const otherProtocol = 'Only plain HTTP requests are served.';
    for (const [refused, message] of [
      [UNREADABLE, unsafe],
      ['nonsense\r\n\r\n', unsafe],
      ['CONNECT x:1 HTTP/1.1\r\n\r\n', otherProtocol],
      [websocket, otherProtocol],
      [smuggling, unsafe],
      [hidden, unsafe],
      ['GET /api//x HTTP/1.1\r\nHost: atoll.test\r\n\r\n', 'This address is not served.'],
    ] as const) {
      const text = before.map(get).join('') + refused + get('behind');
      const responses = readResponses(
        await converse(atoll.url, staying([text])),
        before.map(() => ({ method: 'GET' })),
        true,
      );
      expect(responses, refused.slice(0, 200)).toEqual([
        ...before.map((tag) => ({ status: 200, tag, body: tag })),
        { status: 400, tag: '', body: JSON.stringify({ code: 400, message, data: {} }) },
      ]);
    }
    expect(backend.arrived.map(({ tag }) => tag)).not.toContain('behind');
    await atoll.stop();
    await backend.stop();
  });
}
