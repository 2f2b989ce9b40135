import * as fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type DiffPart, diffSpans } from '#domain/settings/import/spans.ts';

/** On a busy machine the default can pass between two lines. */
const NO_TIMEOUT = Number.POSITIVE_INFINITY;

const join = (spans: readonly DiffPart[] = []) => spans.map(({ text }) => text).join('');
const changed = (spans: readonly DiffPart[] = []) =>
  spans.filter(({ isChanged }) => isChanged).map(({ text }) => text);

test('[IM-13] marks the words that differ', () => {
  const spans = diffSpans(
    'user = @request.auth.id && open = true',
    'user = @request.auth.id && open = false',
    NO_TIMEOUT,
  );
  expect(changed(spans?.old)).toEqual(['true']);
  expect(changed(spans?.new)).toEqual(['false']);
});

test('[IM-13] the parts of each side are its text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (old, fresh) => {
      const spans = diffSpans(old, fresh, NO_TIMEOUT);
      expect(join(spans?.old)).toBe(old);
      expect(join(spans?.new)).toBe(fresh);
      expect(changed(spans?.old).length + changed(spans?.new).length > 0).toBe(old !== fresh);
    }),
  );
});

test('gives up on texts that take too long to compare', () => {
  const words = (start: number) =>
    Array.from({ length: 40_000 }, (_, at) => (start + at * 7919) % 65_521).join(' ');
  // Its clock shows a millisecond more at each look: no other work of the machine counts.
  let now = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => now++);
  onTestFinished(() => void vi.restoreAllMocks());
  expect(diffSpans(words(1), words(30_000))).toBeUndefined();
  expect(now).toBeLessThan(2000);
});
