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

test('places texts from the first cell of the rectangle on, and counts what has no place', () => {
  const range = { from: at('4', 'b'), to: at('3', 'c') };
  const texts = [['x', 'y', 'z'], ['u'], ['v', 'w']];
  expect(placeTexts(grid, range, texts)).toEqual({
    cells: [
      { id: '3', name: 'b', text: 'x' },
      { id: '3', name: 'c', text: 'y' },
      { id: '4', name: 'b', text: 'u' },
    ],
    lostRows: 1,
    lostColumns: 1,
  });
});

test('a single text fills the rectangle', () => {
  const { cells } = placeTexts(grid, { from: at('1', 'a'), to: at('2', 'b') }, [['x']]);
  expect(cells.map(({ id, name }) => id + name)).toEqual(['1a', '1b', '2a', '2b']);
  expect(new Set(cells.map(({ text }) => text))).toEqual(new Set(['x']));
});

test.each([
  [[['x', 'y']], ['1ax', '1by']],
  [
    [['x'], ['y']],
    ['1ax', '2ay'],
  ],
])('several texts %j do not fill the rectangle', (texts, placed) => {
  const { cells } = placeTexts(grid, { from: at('1', 'a'), to: at('2', 'b') }, texts);
  expect(cells.map(({ id, name, text }) => id + name + text)).toEqual(placed);
});

test('places nothing in a cell that is not in the list any more', () => {
  expect(placeTexts(grid, { from: at('9', 'a'), to: at('9', 'a') }, [['x', 'y']]).cells).toEqual([]);
});
