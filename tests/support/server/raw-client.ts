import { connect } from 'node:net';
import type { RawConversation, RawRequest } from './raw-requests.ts';

/** A response as received bytes; without provisional ones (100). */
export interface TaggedResponse {
  status: number;
  /** Its `X-Tag`; empty when it has none. */
  tag: string;
  body: string;
}

/** Far longer than any response takes (ms). A client without a response stops with what it has received. */
const SILENCE_MS = 10_000;

/** Sends the pieces of a conversation and reads until the server closes, or leaves early. */
export function converse(
  url: string,
  { pieces, ending, patience }: Omit<RawConversation, 'requests'>,
): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    // A half-closed connection still receives responses.
    const socket = connect({ host: hostname, port: Number(port), noDelay: true, allowHalfOpen: true });
    let text = '';
    socket.setEncoding('latin1');
    socket.setTimeout(SILENCE_MS, () => socket.destroy());
    socket.on('data', (bytes) => {
      text += bytes;
    });
    // A server that refuses a request closes the connection during a write.
    socket.on('error', () => socket.destroy());
    socket.on('end', () => socket.end());
    socket.on('close', () => resolve(text));
    const send = async () => {
      for (const piece of pieces) {
        if (!socket.writable) return;
        await new Promise((sent) => socket.write(piece, 'latin1', sent));
        // Sends the next piece as a separate packet.
        await new Promise(setImmediate);
      }
      if (ending === 'wait') return;
      for (let turn = 0; turn < patience; turn++) await new Promise(setImmediate);
      if (ending === 'half-close') socket.end();
      if (ending === 'reset') socket.resetAndDestroy();
    };
    socket.on('connect', () => void send());
  });
}

/**
 * Parses the bytes that a client received.
 *
 * @param isWhole false when the client stopped early, so that the last response may be incomplete
 * @throws Error when bytes remain that are not a response
 */
export function readResponses(
  text: string,
  requests: readonly Pick<RawRequest, 'method'>[],
  isWhole: boolean,
): TaggedResponse[] {
  const responses: TaggedResponse[] = [];
  let rest = text;
  while (rest !== '') {
    const head = /^HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n((?:[^\r\n]+\r\n)*)\r\n/.exec(rest);
    if (!head && !isWhole && !rest.includes('\r\n\r\n')) break;
    if (!head) throw new Error(`not a response: ${JSON.stringify(rest.slice(0, 200))}`);
    const [{ length }, status, headers = ''] = head;
    rest = rest.slice(length);
    if (status === '100') continue;
    const bytes = Number(/^content-length: (\d+)\r$/im.exec(headers)?.[1] ?? 0);
    // A refusal may not know that the request is a HEAD.
    const isBare = requests[responses.length]?.method === 'HEAD' && !rest.startsWith('{');
    const bodyLength = isBare ? 0 : bytes;
    if (!isWhole && rest.length < bodyLength) break;
    responses.push({
      status: Number(status),
      tag: /^x-tag: (.*)\r$/im.exec(headers)?.[1] ?? '',
      body: rest.slice(0, bodyLength),
    });
    rest = rest.slice(bodyLength);
  }
  return responses;
}
