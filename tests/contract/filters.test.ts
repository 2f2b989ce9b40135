import { beforeAll, expect, test } from 'vitest';
import type { Collection } from '#domain/backend/collection.ts';
import { escapesNow } from '#domain/model/filter/escapes.ts';
import { filtersOfAny } from '#domain/model/filter/fit.ts';
import { canQuote, containedText, hasId, quoteText } from '#domain/model/filter/print.ts';
import { parseFilter } from '#domain/model/filter/tree.ts';
import { keyFilters } from '#domain/records/import/key-filter.ts';
import { field } from '#scripts/lib/schema.ts';
import { uniqueName } from '#tests/support/factories.ts';
import { lineNow } from '#wire/choose.ts';
import { dialect } from '#wire/dialect.ts';
import { escapesRequest, readEscapes } from '#wire/least-version.ts';
import { recordsRequest } from '#wire/records.ts';
import { onEach } from './port.ts';

/** Each of them, read wrongly, is another one or ends its text too early. */
const TEXTS = [
  ...[
    'a',
    'ab',
    'a\\b',
    'a\\\\b',
    'a\\',
    'a\\\\',
    '\\a',
    '\\',
    '\\\\',
    '\\"a',
    '"',
    '"a"',
    '\\"',
    "'",
    "\\'",
  ],
  ...[
    '\\n',
    '\n',
    '\\\\n',
    '\\t',
    '\t',
    '\\r',
    'n',
    '%',
    '\\%',
    '_',
    '\\_',
    'a%',
    '💥',
    '\\💥',
    'C:\\new\\x',
  ],
  '" || 1=1 || \\"a\' = "\n(//\t)',
];

onEach((port) => {
  let texts: Collection;
  beforeAll(async () => {
    texts = await port.create({ name: uniqueName('texts'), fields: [field('title')] });
    for (const title of TEXTS) await port.save(texts.id, { title });
  });

  const found = async (filter: string) => {
    const query = { collection: texts.id, page: 1, perPage: 200, sort: '', filter, expand: '', fields: '' };
    const { items } = await port.send<{ items: { title: string }[] }>(recordsRequest(query));
    return items.map(({ title }) => title).sort();
  };

  test('[NR-14] a text in a filter finds what has it, and nothing else', async () => {
    for (const text of TEXTS) {
      const [filter = '', ...more] = canQuote(text)
        ? [`title=${quoteText(text)}`]
        : keyFilters('title', 'text', [text], dialect().limits);
      expect(more).toEqual([]);
      // Where no filter can hold the text, an import sorts others out that begin with it.
      const others = canQuote(text) ? [] : TEXTS.filter((one) => one !== text && one.startsWith(text));
      expect([text, await found(filter)]).toEqual([text, [text, ...others].sort()]);
      expect(() => parseFilter(filter)).not.toThrow();
    }
  });

  test('[NR-14] a part of a text finds every text that has it', async () => {
    const folded = (text: string) => text.toLowerCase();
    for (const text of TEXTS) {
      const wanted = TEXTS.filter((one) => folded(one).includes(folded(text))).sort();
      expect([text, await found(`title~${containedText(text)}`)]).toEqual([text, wanted]);
    }
  });

  test('[NR-13] a list takes as much as the dialect says, and the newer line no more', async () => {
    const { limits } = dialect();
    const title = (length: number) => `title!="${'x'.repeat(length - 'title!=""'.length)}"`;
    const many = (count: number) => Array.from({ length: count }, () => 'id=id').join('&&');
    const ids = TEXTS.concat(TEXTS).map((_, index) => `${index}`.padStart(50, '0'));
    for (const { filter } of filtersOfAny(ids, hasId, limits, { filter: 'title!="none"' }))
      expect(await found(filter)).toEqual([]);
    if (limits.filter === Number.POSITIVE_INFINITY) return;
    for (const most of [title(limits.filter), many(limits.comparisons)])
      expect(await found(most)).toHaveLength(TEXTS.length);
    for (const more of [title(limits.filter + 1), many(limits.comparisons + 1)])
      await expect(found(more)).rejects.toMatchObject({ status: 400 });
  });

  test('[NR-14] a backend of an unknown version tells how it reads texts', async () => {
    const escapes = port.has('escapesMore') ? 'more' : 'quote';
    expect(escapesNow()).toBe(escapes);
    // All of 0.22 are alike.
    if (lineNow() === 'pb22') return;
    const { items } = await port.send<{ items: unknown[] }>(escapesRequest());
    expect(readEscapes(items)).toBe(escapes);
  });
});
