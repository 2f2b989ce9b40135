import fc from 'fast-check';
import { fetch } from 'undici';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { listLogs } from '#api/logs/logs.ts';
import { ownReferer } from '#browser/backends.ts';
import { effectiveFilter } from '#domain/logs/effective.ts';
import { searchFilter, termFilter } from '#domain/logs/search.ts';
import { hasOperator } from '#domain/model/filter/print.ts';
import { casesOf } from '#tests/support/cases.ts';
import { hostileText } from '#tests/unit/logs/condition-arbitrary.ts';
import { ownFilter } from '#wire/logs.ts';
import { clearLogs, isStored, keepOwnLogs, sendRaw, storeLogs } from './stored-logs.ts';

// Deno's own refuses URLs of more than 64 KiB, which browsers, Atoll's server and the backend accept.
beforeAll(() => vi.stubGlobal('fetch', fetch));
afterAll(() => vi.unstubAllGlobals());

const CHARACTERS = [
  ...['"', "'", '`', '“', '”', '«', '\\', '%', '_', '=', '!=', '~', '<', '>', '>=', '&', '&&', '||'],
  ...[
    '(',
    ')',
    '[',
    '{:a}',
    '{',
    '//',
    '/*',
    '@now',
    '#',
    '?',
    '$1',
    ';',
    '+',
    ' ',
    '\n',
    '\t',
    '\r\n',
    '\b',
  ],
  ...[
    'é',
    'e\u0301',
    'ß',
    'İ',
    '漢',
    '😀',
    '👨‍👩‍👧',
    '🇪🇺',
    '\u202eabc\u202c',
    'עברית',
    '\u2028',
    '\u2029',
    '\ufeff',
  ],
  ...['\x1b[31m', '\x7f', '\ufffd', '\\u0026', '\\"', '&amp;', '%3C', 'null', '404', '-', '.', 'a', 'B', '1'],
];

const length = fc.oneof(fc.constant(12), fc.constant(200), fc.constant(2000));
const term = fc
  .oneof(
    hostileText,
    length.chain((max) =>
      fc.string({ unit: fc.constantFrom(...CHARACTERS), minLength: max / 4, maxLength: max, size: 'max' }),
    ),
    length.chain((max) => fc.string({ unit: 'grapheme', minLength: max / 4, maxLength: max, size: 'max' })),
  )
  // The search bar trims, and the backend's parser ends at U+0000.
  .map((text) => Array.from(text).slice(0, 2000).join('').replaceAll('\0', '').trim())
  .filter((text) => text !== '');

const idsOf = async (filter: string) => (await listLogs(1, filter)).map(({ id }) => id);

/** Entries that contain the text in the message, in a value, in a nested value and in a name. */
const entriesWith = (text: string) =>
  storeLogs([
    { message: text },
    { message: `before ${text} after`, data: { auth: 'guest' } },
    { data: { auth: '', error: `${text} after` } },
    { data: { type: 'x', body: { lines: ['', `before ${text}`] } } },
    { data: { [text]: 1 } },
  ]);

test('[LG-06] the backend accepts the filter of any term and returns only entries that contain it', async () => {
  const [empty] = storeLogs([{}]);
  const isInEmpty = (text: string) => '0{}'.includes(text.replaceAll('\ufffd', ''));
  await fc.assert(
    fc.asyncProperty(term, async (text) => {
      clearLogs([String(empty)]);
      const ids = entriesWith(text);
      const found = await idsOf(termFilter(text));
      expect(found).toEqual(expect.arrayContaining(ids));
      if (!isInEmpty(text)) expect(found).not.toContain(empty);
      const search = hasOperator(text) ? `"${text.replaceAll('"', '\\"')}"` : text;
      // A backslash before the closing quote would escape it; such a text is sent as a filter.
      if (search !== text && text.endsWith('\\')) return;
      const filter = effectiveFilter({ preset: ownFilter(ownReferer()), search: searchFilter(search) });
      expect(await idsOf(filter)).toEqual(expect.arrayContaining(ids));
    }),
    { numRuns: casesOf(500) },
  );
});

test('[LG-06] the longest terms still fit', async () => {
  clearLogs([]);
  for (const char of ['a', '"', '\\', '<', '%', '漢', '😀', '\u2028']) {
    const text = `a${char.repeat(1998)}a`;
    const [id] = storeLogs([{ data: { error: text } }]);
    expect(await idsOf(termFilter(text)), char).toEqual([id]);
  }
});

test('[LG-06] a term finds what the backend itself wrote', async () => {
  const agent = 'say "hi" \\ <b>&é😀\u2028\u2029\t/ 50%_\ufffd';
  const path = '/api/nothing?a=<b>&c="d"\\e';
  await keepOwnLogs();
  await sendRaw(path, agent);
  const terms = [
    '"hi"',
    'hi" \\',
    '<b>',
    '>&é',
    '&',
    '😀\u2028',
    '\u2029\t/',
    '50%_',
    '_\ufffd',
    path,
    agent,
    'c="d"\\e',
  ];
  const own = termFilter(`GET ${path}`);
  await expect.poll(() => idsOf(own), { timeout: 20_000 }).toHaveLength(1);
  const [id] = await idsOf(own);
  for (const text of terms) expect(await idsOf(termFilter(text)), text).toContain(id);
});

test('[LG-09] a search that the backend refuses alone is also refused with the other filters', async () => {
  const outcome = (filter: string) =>
    idsOf(filter).then(
      (ids) => ids.filter(isStored).sort(),
      ({ status }) => status,
    );
  storeLogs(
    [0, 1, 2, 3].map((bits) => ({
      level: bits & 1,
      data: { a: bits >> 1, auth: bits === 3 ? 'admin' : '' },
    })),
  );
  const part = fc.constantFrom(
    ...[
      'level=0',
      'level=1',
      'data.a=0',
      'data.a=1',
      'message=""',
      "message!='('",
      'data.b="\\")"',
      'data.b=")"',
    ],
    ...['&&', '||', '&&', '||', ')||(', '(', ')', ' ', '"', "'", '=', '// x', '// "\n', '\n'],
  );
  const preset = await outcome(effectiveFilter({ preset: ownFilter(ownReferer()), search: '' }));
  const outcomes = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      fc.array(part, { minLength: 1, maxLength: 7 }).map((parts) => parts.join('').trim()),
      async (search) => {
        fc.pre(search !== '');
        const alone = await outcome(search);
        const expected = Array.isArray(alone) ? alone.filter((id: string) => preset.includes(id)) : alone;
        outcomes.add(Array.isArray(alone) ? String(alone.length) : String(alone));
        expect(await outcome(effectiveFilter({ preset: ownFilter(ownReferer()), search }))).toEqual(expected);
      },
    ),
    // Chance alone does not reach each outcome in every run.
    { numRuns: casesOf(1500), examples: [['('], ['level=0'], ['message=""']] },
  );
  expect([...outcomes]).toEqual(expect.arrayContaining(['400', '2', '4']));
});
