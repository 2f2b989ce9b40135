export interface CellPlace {
  readonly id: string;
  readonly name: string;
}

/** Of a cell, of all that is selected, or of the list as a whole. */
export type CellUse =
  | { readonly kind: 'edit' | 'copy'; readonly at: CellPlace }
  | { readonly kind: 'paste'; readonly at: CellPlace; readonly text: string }
  /** Selects up to `to`. */
  | { readonly kind: 'extend'; readonly at: CellPlace; readonly to: CellPlace }
  /** With the mouse, or changes that were not saved. */
  | { readonly kind: 'begin' | 'restore' };

/** Two opposite corners. */
export interface CellRange {
  readonly from: CellPlace;
  readonly to: CellPlace;
}

export interface CellGrid {
  readonly ids: readonly string[];
  readonly names: readonly string[];
}

export const isSameCell = (a: CellPlace | undefined, b: CellPlace | undefined): boolean =>
  a?.id === b?.id && a?.name === b?.name;

const between = (all: readonly string[], a: string, b: string): readonly string[] => {
  const [from, to] = [all.indexOf(a), all.indexOf(b)];
  return from < 0 || to < 0 ? [] : all.slice(Math.min(from, to), Math.max(from, to) + 1);
};

/** Nothing if a corner is not in the list any more. */
export const cellsIn = ({ ids, names }: CellGrid, { from, to }: CellRange): CellGrid => ({
  ids: between(ids, from.id, to.id),
  names: between(names, from.name, to.name),
});

/** The range that ends in a cell; the cell alone without one, or if its other corner is not in the list any more. */
export function rangeAt(grid: CellGrid, range: CellRange | undefined, at: CellPlace): CellRange {
  const { ids, names } = range && isSameCell(range.to, at) ? cellsIn(grid, range) : { ids: [], names: [] };
  return range && ids.length && names.length ? range : { from: at, to: at };
}

export interface PlacedText extends CellPlace {
  readonly text: string;
}

export interface Placed {
  readonly cells: readonly PlacedText[];
  /** What had no place: the rows, without the columns that have none, and the names of their columns. */
  readonly rest: { readonly names: readonly string[]; readonly rows: readonly (readonly string[])[] };
  readonly lostColumns: number;
}

/** Repeats texts, as spreadsheets do, if that fills the range. None goes beyond loaded rows and visible columns. */
export function placeTexts(grid: CellGrid, range: CellRange, texts: readonly (readonly string[])[]): Placed {
  const target = cellsIn(grid, range);
  const [first, start] = [target.ids[0], target.names[0]];
  if (first === undefined || start === undefined)
    return { cells: [], rest: { names: [], rows: [] }, lostColumns: 0 };
  const height = texts.length;
  const width = texts.reduce((most, cells) => Math.max(most, cells.length), 1);
  const isRepeated = target.ids.length % height === 0 && target.names.length % width === 0;
  const below = grid.ids.slice(grid.ids.indexOf(first));
  const right = grid.names.slice(grid.names.indexOf(start));
  const { ids, names } = isRepeated ? target : { ids: below.slice(0, height), names: right.slice(0, width) };
  const cells = ids.flatMap((id, row) =>
    names.flatMap((name, column) => {
      const text = texts[row % height]?.[column % width];
      return text === undefined ? [] : [{ id, name, text }];
    }),
  );
  const rows = texts.slice(ids.length).map((row) => row.slice(0, names.length));
  return { cells, rest: { names, rows }, lostColumns: Math.max(0, width - right.length) };
}
