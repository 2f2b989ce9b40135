import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PartMerger } from '#domain/collections/editor/merge.ts';
import { mergeParts, outcomeOf } from '#domain/model/parts.ts';

const parts = ['a', 'b', '__proto__'].map((id) => ({ id }));
const value = fc.constantFrom<unknown>(undefined, 1, '1', [1], { x: [1] }, { x: [2] });
const thing = fc
  .tuple(value, value, value)
  .map((values) => Object.fromEntries(parts.map(({ id }, index) => [id, values[index]] as const)));
const same = (a: unknown, b: unknown) => JSON.stringify([a]) === JSON.stringify([b]);

test('a change of one side alone stands, equal changes are none of a conflict, and a conflict keeps mine', () => {
  fc.assert(
    fc.property(thing, thing, thing, (base, mine, theirs) => {
      const { values, taken, conflicts } = mergeParts(parts, { base, mine, theirs });
      for (const part of parts) {
        const [was, own, other] = [base, mine, theirs].map((side) =>
          new Map(Object.entries(side)).get(part.id),
        );
        const isTheirs = own === was || same(own, was);
        const isConflict = !isTheirs && !same(other, was) && !same(own, other);
        const merged = new Map(Object.entries(values)).get(part.id);
        expect(merged).toEqual(isTheirs ? other : own);
        expect(conflicts.map((one) => one.part).includes(part)).toBe(isConflict);
        expect(taken.includes(part)).toBe(isTheirs && !same(other, was));
      }
    }),
  );
});

test('what is equal only by its own rules stays as I typed it while others left it alone, else as it is stored', () => {
  const isSame = (a: string, b: string) => a.trim() === b.trim();
  const merged = (base: string, mine: string, theirs: string, isUntouched = isSame) =>
    mergeParts([{ id: 'a', isSame, isUntouched }], {
      base: { a: base },
      mine: { a: mine },
      theirs: { a: theirs },
    }).values.a;
  expect(merged('x', 'x ', ' x')).toBe('x ');
  expect(merged('x', 'x ', ' x', Object.is)).toBe(' x');
  expect(merged('x', 'y ', 'y')).toBe('y');
  expect(merged('x', ' x', 'y')).toBe('y');
});

test('changes that fit together are combined, and count as taken', () => {
  const combine = ({ mine, theirs }: { mine: number; theirs: number }) =>
    mine + theirs > 9 ? undefined : mine + theirs;
  const sides = { base: { a: 0, b: 0 }, mine: { a: 1, b: 5 }, theirs: { a: 2, b: 6 } };
  const { values, taken, conflicts } = mergeParts(
    ['a', 'b'].map((id) => ({ id, combine })),
    sides,
  );
  expect(values).toEqual({ a: 3, b: 5 });
  expect(taken.map(({ id }) => id)).toEqual(['a']);
  expect(conflicts).toMatchObject([{ part: { id: 'b' }, base: 0, mine: 5, theirs: 6 }]);
});

test('a conflict has the text of both sides, and the chosen one wins', () => {
  const part = { id: 'a', label: 'A', format: (value: number, other: number) => `${value}, not ${other}` };
  const merger = new PartMerger(new Map());
  expect(merger.pick(part, 0, 1, 2)).toBe(1);
  expect(merger.conflicts).toEqual([{ id: 'a', label: 'A', mine: '1, not 2', theirs: '2, not 1' }]);
  expect(new PartMerger(new Map([['a', 'theirs']])).pick(part, 0, 1, 2)).toBe(2);
  expect(outcomeOf({ base: 0, mine: 1, theirs: 1 })).toBe('same');
});
