import fc from 'fast-check';

/** A raw request and its expected result. Strings are latin1, one byte per character. */
export interface RawRequest {
  tag: string;
  method: string;
  target: string;
  /** The body for a correct reader. */
  body: string;
  text: string;
  /** Whether it must reach the backend; all others get 400. */
  isAccepted: boolean;
  /** Whether its connection ends with its response. */
  isLast: boolean;
}

/** The actions of one client: several requests at once, some of them aborted. */
export interface RawConversation {
  requests: RawRequest[];
  /** The bytes, in the pieces in which they are sent. */
  pieces: string[];
  /** Whether the client stops before it has all responses, with a reset or by closing its half. */
  ending: 'wait' | 'reset' | 'half-close';
  /** How many turns of the event loop it waits before it stops. */
  patience: number;
}

interface Written {
  version?: string;
  headers: string[];
  content: string;
}

interface Framing {
  write: (body: string) => Written;
  /** Whether the end of the request is unambiguous. */
  isClear: boolean;
  /** Whether it has a body, even an empty one. */
  hasBody: (body: string) => boolean;
}

const BODILESS = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);
const WITH_BODY = ['DELETE', 'POST', 'PUT', 'PATCH', 'PROPFIND'];
const CHUNKED = 'Transfer-Encoding: chunked';

/** Bodies that a confused reader would treat as requests, or as the end of chunks or headers. */
const BODIES = [
  '',
  'hello',
  'a\0\xff\r\n',
  'DELETE /api/collections/precious HTTP/1.1\r\nX-Ignore: ',
  'GET /api/settings HTTP/1.1\r\nHost: x\r\n\r\n',
  'POST /api/x HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\n',
  '0\r\n\r\nDELETE /api/collections/precious HTTP/1.1\r\nHost: x\r\n\r\n',
  '\r\n\r\nGET /api/settings HTTP/1.1\r\nHost: x\r\n\r\n',
  '5\r\nhello\r\n0\r\n\r\n',
];

const chunk = (text: string, size = text.length.toString(16)) => `${size}\r\n${text}\r\n`;
/** A body in two chunks, without the last one. */
const chunks = (body: string) => {
  const middle = Math.floor(body.length / 2);
  return [body.slice(0, middle), body.slice(middle)]
    .filter((part) => part !== '')
    .map((part) => chunk(part))
    .join('');
};
const chunked = (body: string) => `${chunks(body)}0\r\n\r\n`;
const lengthOf = (body: string) => `Content-Length: ${body.length}`;
const always = () => true;
const whenNotEmpty = (body: string) => body !== '';

/** A framing that all readers interpret in the same way. */
const clear = (write: Framing['write'], hasBody: Framing['hasBody'] = always): Framing => ({
  write,
  isClear: true,
  hasBody,
});
/** A framing that must be refused, not interpreted. */
const unclear = (write: Framing['write']): Framing => ({ write, isClear: false, hasBody: always });
/** Header lines that readers interpret in different ways, before a chunked body. */
const unclearCoding = (...headers: string[]) => unclear((body) => ({ headers, content: chunked(body) }));
const badLength = (value: (length: number) => string) =>
  unclear((body) => ({ headers: [`Content-Length:${value(body.length)}`], content: body }));
const badChunks = (content: (body: string) => string) =>
  unclear((body) => ({ headers: [CHUNKED], content: content(body) }));

const NONE = clear(
  () => ({ headers: [], content: '' }),
  () => false,
);

const FRAMINGS: Record<string, Framing> = {
  none: NONE,
  length: clear((body) => ({ headers: [lengthOf(body)], content: body }), whenNotEmpty),
  'length of an HTTP/1.0 request': clear(
    (body) => ({ version: '1.0', headers: [lengthOf(body)], content: body }),
    whenNotEmpty,
  ),
  'length with zeros in front': clear(
    (body) => ({ headers: [`Content-Length: 00${body.length}`], content: body }),
    whenNotEmpty,
  ),
  'length that Connection names': clear(
    (body) => ({ headers: ['Connection: content-length', lengthOf(body)], content: body }),
    whenNotEmpty,
  ),
  'length, waiting to be requested': clear(
    (body) => ({ headers: ['Expect: 100-continue', lengthOf(body)], content: body }),
    whenNotEmpty,
  ),
  chunked: clear((body) => ({ headers: [CHUNKED], content: chunked(body) })),
  'chunked in another spelling': clear((body) => ({
    headers: ['transfer-ENCODING:CHUNKED'],
    content: chunked(body),
  })),
  'chunked that Connection names': clear((body) => ({
    headers: ['Connection: transfer-encoding', CHUNKED],
    content: chunked(body),
  })),
  'chunked with a trailer': clear((body) => ({
    headers: [CHUNKED],
    content: `${chunks(body)}0\r\nX-Sum: 9\r\n\r\n`,
  })),
  'chunked with an extension': clear((body) => ({
    headers: [CHUNKED],
    content: `${body ? `${body.length.toString(16)};a=b\r\n${body}\r\n` : ''}0;c\r\n\r\n`,
  })),

  'both, length first': unclearCoding('Content-Length: 5', CHUNKED),
  'both, length last': unclearCoding(CHUNKED, 'Content-Length: 5'),
  'both, no length': unclearCoding('Content-Length: 0', CHUNKED),
  'chunked twice': unclearCoding(CHUNKED, CHUNKED),
  'chunked twice in one line': unclearCoding('Transfer-Encoding: chunked, chunked'),
  'another coding': unclearCoding('Transfer-Encoding: identity'),
  'a coding before chunked': unclearCoding('Transfer-Encoding: gzip, chunked'),
  'a coding after chunked': unclearCoding('Transfer-Encoding: chunked, gzip'),
  'a coding like chunked': unclearCoding('Transfer-Encoding: xchunked'),
  'a coding with a parameter': unclearCoding('Transfer-Encoding: chunked;q=1'),
  'a quoted coding': unclearCoding('Transfer-Encoding: "chunked"'),
  'no coding': unclearCoding('Transfer-Encoding:'),
  'a vertical tab': unclearCoding('Transfer-Encoding: \x0bchunked'),
  'a NUL': unclearCoding('Transfer-Encoding: chunked\0'),
  'space before the colon': unclearCoding('Transfer-Encoding : chunked'),
  'space before the name': unclearCoding(' Transfer-Encoding: chunked'),
  'obs-fold in the coding': unclearCoding('Transfer-Encoding:\r\n chunked'),
  'obs-fold that hides the coding': unclearCoding('X-Note: a\r\n Transfer-Encoding: chunked'),
  'obs-fold that hides a length': unclearCoding('X-Note: a\r\n\tContent-Length: 5'),
  'a carriage return alone': unclearCoding('X-Note: a\rTransfer-Encoding: chunked'),
  'a line feed alone': unclearCoding('X-Note: a\nTransfer-Encoding: chunked'),
  'a header without a colon': unclearCoding('Transfer-Encoding chunked'),
  'an upgrade': unclear(() => ({ headers: ['Connection: Upgrade', 'Upgrade: websocket'], content: '' })),
  'two hosts': unclearCoding('Host: other.test', CHUNKED),

  'length twice': unclear((body) => ({ headers: [lengthOf(body), lengthOf(body)], content: body })),
  'two lengths': unclear((body) => ({ headers: [lengthOf(body), 'Content-Length: 0'], content: body })),
  'length as a list': badLength((length) => ` ${length}, ${length}`),
  'length with a sign': badLength((length) => ` +${length}`),
  'negative length': badLength((length) => ` -${length}`),
  'hexadecimal length': badLength((length) => ` 0x${length.toString(16)}`),
  'length with a point': badLength((length) => ` ${length}.0`),
  'length with a space': badLength((length) => ` 1 ${length}`),
  'empty length': badLength(() => ''),
  'length beyond all numbers': badLength(() => ' 99999999999999999999999'),
  'length no number can hold exactly': badLength(() => ' 9007199254740993'),

  'chunk without a size': badChunks((body) => `\r\n${body}\r\n0\r\n\r\n`),
  'chunk size of other letters': badChunks((body) => `${chunk(body, 'zz')}0\r\n\r\n`),
  'chunk size with a prefix': badChunks((body) => `${chunk(body, `0x${body.length}`)}0\r\n\r\n`),
  'chunk size with a sign': badChunks((body) => `${chunk(body, `-${body.length}`)}0\r\n\r\n`),
  'chunk size beyond all numbers': badChunks((body) => `${chunk(body, 'F'.repeat(17))}0\r\n\r\n`),
  'chunk longer than its size': badChunks(
    (body) => `${chunk(`${body}XY`, body.length.toString(16))}0\r\n\r\n`,
  ),
  'chunk lines that end in a line feed': badChunks((body) => `${body.length.toString(16)}\n${body}\n0\n\n`),
  'chunk extension with a line feed': badChunks(
    (body) => `${body.length.toString(16)};\nx\r\n${body}\r\n0\r\n\r\n`,
  ),
  'length in a trailer': badChunks((body) => `${chunks(body)}0\r\nContent-Length: 9\r\n\r\n`),
  'chunks of an HTTP/1.0 request': unclear((body) => ({
    version: '1.0',
    headers: [CHUNKED],
    content: chunked(body),
  })),
  'version 2.0': unclear(() => ({ version: '2.0', headers: [], content: '' })),
};

interface Shape {
  method: string;
  framing: Framing;
  body: string;
}

const allFramings = Object.values(FRAMINGS);
const clearFramings = allFramings.filter(({ isClear }) => isClear);
const someBody = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...BODIES) },
  {
    weight: 1,
    arbitrary: fc.string({ maxLength: 300 }).map((text) => text.replace(/[^\x20-\x7e]/g, '\xe9')),
  },
);
const anyMethod = fc.constantFrom(...BODILESS, ...WITH_BODY);

/** Three kinds of requests. Most are accepted, because a refused one ends its conversation. */
const shape: fc.Arbitrary<Shape> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ method: anyMethod, framing: fc.constant(NONE), body: someBody }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      method: fc.constantFrom(...WITH_BODY),
      framing: fc.constantFrom(...clearFramings),
      body: someBody,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ method: anyMethod, framing: fc.constantFrom(...allFramings), body: someBody }),
  },
);

/** A part of a whole, all equally likely. */
const share = fc.integer({ min: 0, max: 1_000 }).map((thousandths) => thousandths / 1_000);

/** Conversations in which every request has its own tag. */
export function sampleConversations(count: number, seed: number): RawConversation[] {
  const conversation = fc.record({
    shapes: fc.array(shape, { minLength: 1, maxLength: 3 }),
    cuts: fc.array(share, { maxLength: 3 }),
    ending: fc.oneof(
      { weight: 6, arbitrary: fc.constant('wait' as const) },
      { weight: 1, arbitrary: fc.constantFrom('reset' as const, 'half-close' as const) },
    ),
    end: share,
    patience: fc.integer({ min: 0, max: 2_000 }),
  });
  return fc
    .sample(conversation, { numRuns: count, seed })
    .map(({ shapes, cuts, ending, end, patience }, index) => {
      const requests = shapes.map((one, place) =>
        writeRequest(one, `r${index}-${place}`, place === shapes.length - 1),
      );
      const all = requests.map(({ text }) => text).join('');
      const sent = ending === 'wait' ? all : all.slice(0, Math.floor(all.length * end));
      const places = cuts.map((cut) => Math.floor(cut * sent.length)).sort((a, b) => a - b);
      const pieces = [0, ...places].map((from, at) => sent.slice(from, places[at] ?? sent.length));
      return { requests, pieces: pieces.filter((piece) => piece !== ''), ending, patience };
    });
}

/** One request; the last of a connection requests its end. */
function writeRequest({ method, framing, body }: Shape, tag: string, isLast: boolean): RawRequest {
  const { version = '1.1', headers, content } = framing.write(body);
  const target = `/api/raw/${tag}?x=%2F`;
  const lines = [`${method} ${target} HTTP/${version}`, 'Host: atoll.test', `X-Tag: ${tag}`, ...headers];
  if (isLast) lines.push('Connection: close');
  const hasBody = framing.hasBody(body);
  return {
    tag,
    method,
    target,
    body: hasBody ? body : '',
    text: `${lines.join('\r\n')}\r\n\r\n${content}`,
    isAccepted: framing.isClear && !(hasBody && BODILESS.has(method)),
    isLast: isLast || version === '1.0',
  };
}
