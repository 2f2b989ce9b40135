import { expect, test } from 'vitest';
import { cellsIn, isSameCell, placeTexts, rangeAt } from '#domain/records/cells/range.ts';

const grid = { ids: ['1', '2', '3', '4'], names: ['a', 'b', 'c'] };
const at = (id: string, name: string) => ({ id, name });

test('a rectangle has two corners in any order, which must be in the list', () => {
  const cells = { ids: ['2', '3'], names: ['b', 'c'] };
  expect(cellsIn(grid, { from: at('2', 'b'), to: at('3', 'c') })).toEqual(cells);
  expect(cellsIn(grid, { from: at('3', 'b'), to: at('2', 'c') })).toEqual(cells);
  expect(cellsIn(grid, { from: at('3', 'c'), to: at('1', 'a') })).toEqual({
    ...{ ids: ['1', '2', '3'], names: ['a', 'b', 'c'] },
  });
  expect(cellsIn(grid, { from: at('9', 'b'), to: at('2', 'c') }).ids).toEqual([]);
  expect(cellsIn(grid, { from: at('9', 'b'), to: at('4', 'c') }).ids).toEqual([]);
  expect(cellsIn(grid, { from: at('4', 'b'), to: at('9', 'c') }).ids).toEqual([]);
});

test.each([
  [at('1', 'a'), at('1', 'a'), true],
  [at('1', 'a'), at('1', 'b'), false],
  [at('1', 'a'), at('2', 'a'), false],
  [at('1', 'a'), undefined, false],
  [undefined, undefined, true],
])('%j and %j are the same cell: %s', (a, b, isSame) => {
  expect(isSameCell(a, b)).toBe(isSame);
});

test('a cell is alone where no rectangle ends in it, and where the other corner is gone', () => {
  const to = at('3', 'c');
  const alone = { from: to, to };
  const range = { from: at('2', 'b'), to };
  expect(rangeAt(grid, undefined, to)).toEqual(alone);
  expect(rangeAt(grid, range, to)).toEqual(range);
  expect(rangeAt(grid, { ...range, to: at('4', 'c') }, to)).toEqual(alone);
  // Deleted, and hidden.
  expect(rangeAt({ ...grid, ids: ['3', '4'] }, range, to)).toEqual(alone);
  expect(rangeAt({ ...grid, names: ['a', 'c'] }, range, to)).toEqual(alone);
});

const placed = (from: readonly [string, string], to: readonly [string, string], texts: string[][]) =>
  placeTexts(grid, { from: at(...from), to: at(...to) }, texts);
/** What is in each cell, such as `1ax`. */
const inCells = ({ cells }: ReturnType<typeof placeTexts>) =>
  cells.map(({ id, name, text }) => id + name + text);

test('places texts from the first cell of the rectangle on, and returns what has no place', () => {
  const texts = [['x', 'y', 'z'], ['u'], ['v', 'w']];
  const { rest, lostColumns, ...others } = placed(['4', 'b'], ['3', 'c'], texts);
  expect(inCells({ rest, lostColumns, ...others })).toEqual(['3bx', '3cy', '4bu']);
  expect(rest).toEqual({ names: ['b', 'c'], rows: [['v', 'w']] });
  expect(lostColumns).toBe(1);
});

test('a single text fills the rectangle', () => {
  const { rest, ...others } = placed(['1', 'a'], ['2', 'b'], [['x']]);
  expect(inCells({ rest, ...others })).toEqual(['1ax', '1bx', '2ax', '2bx']);
  expect(rest.rows).toEqual([]);
});

test('[TR-38] a block is repeated where the rectangle is a multiple of it', () => {
  expect(inCells(placed(['1', 'a'], ['3', 'b'], [['x', 'y']]))).toEqual([
    ...['1ax', '1by', '2ax', '2by', '3ax', '3by'],
  ]);
  expect(inCells(placed(['1', 'a'], ['2', 'b'], [['x'], ['y']]))).toEqual(['1ax', '1bx', '2ay', '2by']);
  const square = [
    ['p', 'q'],
    ['r', 's'],
  ];
  expect(inCells(placed(['1', 'b'], ['4', 'c'], square))).toEqual([
    ...['1bp', '1cq', '2br', '2cs', '3bp', '3cq', '4br', '4cs'],
  ]);
  // A short line leaves its cell alone in each repetition.
  expect(inCells(placed(['1', 'a'], ['4', 'b'], [['x', 'y'], ['z']]))).toEqual([
    ...['1ax', '1by', '2az', '3ax', '3by', '4az'],
  ]);
});

test('[TR-38] else it is placed once, from the first cell on', () => {
  expect(inCells(placed(['1', 'a'], ['3', 'b'], [['x'], ['y']]))).toEqual(['1ax', '2ay']);
  expect(inCells(placed(['1', 'a'], ['2', 'c'], [['x', 'y']]))).toEqual(['1ax', '1by']);
  expect(inCells(placed(['2', 'b'], ['2', 'b'], [['x', 'y'], ['z']]))).toEqual(['2bx', '2cy', '3bz']);
});

test('places nothing in a cell that is not in the list any more', () => {
  expect(placeTexts(grid, { from: at('9', 'a'), to: at('9', 'a') }, [['x', 'y']]).cells).toEqual([]);
});
