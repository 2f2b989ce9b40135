import { parseJson } from '#domain/app/lenient.ts';
import { truncate } from '#domain/app/value-text.ts';
import type { FieldType } from '#domain/field-types/field-type.ts';
import { valueKind } from '#domain/field-types/value-kinds.ts';
import type { FormField } from '../panel/fields.ts';
import { roundedText } from './read-cell.ts';

/** The column of the file with refused rows that says why. */
export const ERROR_COLUMN = '_error';

const folded = (name: string): string => name.toLowerCase().replace(/[\s_-]/g, '');

/** The field of each column with the same name, else with one that differs in case, spaces, `_` and `-`; each field once. */
export function guessFields(
  names: readonly string[],
  fields: readonly FormField[],
): (FormField | undefined)[] {
  const exact = new Map(fields.map((field) => [field.name, field]));
  const named = new Set(names);
  const free = new Map(
    fields.filter(({ name }) => !named.has(name)).map((field) => [folded(field.name), field]),
  );
  const take = (from: Map<string, FormField>, key: string) => {
    const field = from.get(key);
    from.delete(key);
    return field;
  };
  return names.map((name) => take(exact, name) ?? take(free, folded(name)));
}

/** The types that can be guessed, from the most to the least special one; `text` fits always. */
const FITS: readonly (readonly [FieldType, (text: string) => boolean])[] = [
  ['bool', (text) => /^(true|false|yes|no)$/i.test(text)],
  // `007` is a text; so is a number with more digits than the backend keeps.
  [
    'number',
    (text) =>
      /^-?(0|[1-9]\d{0,14})(\.\d+)?$/.test(text) && roundedText(text, { kind: 'number' }) === undefined,
  ],
  ['date', (text) => /^\d{4}-\d{2}-\d{2}/.test(text) && valueKind('date').problem(text) === undefined],
  ['email', (text) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)],
  ['url', (text) => /^https?:\/\/[^\s/]+\.[^\s]+$/.test(text)],
  ['json', (text) => /^[[{]/.test(text) && parseJson(text) !== undefined],
];

const SAMPLES = 3;
/** Characters of a value that are shown. */
export const SAMPLE_CHARS = 80;

/** The text of a cell, of which JSON has the source. */
function plain(cell: string, isJson: boolean): string {
  if (!isJson) return cell;
  if (cell === 'null') return '';
  return cell.startsWith('"') ? String(JSON.parse(cell)) : cell;
}

/** Finds the type of each column that fits all values that it was given, and keeps the first ones. */
export function createColumnGuess() {
  const columns: {
    left: typeof FITS;
    samples: string[];
    /** How many decimals its texts have, and whether zeros end some of them. */
    places: Set<number>;
    isPadded: boolean;
  }[] = [];
  return {
    add(cells: readonly (string | null)[], isJson: boolean): void {
      for (const [at, cell] of cells.entries()) {
        const text = plain(cell ?? '', isJson);
        const column = columns[at] ?? { left: FITS, samples: [], places: new Set(), isPadded: false };
        columns[at] = column;
        if (text === '') continue;
        const [, decimals] = isJson && !cell?.startsWith('"') ? [] : text.split('.');
        if (decimals) column.places.add(decimals.length);
        // Programs end whole numbers with a single zero.
        column.isPadded ||= /\d0$/.test(decimals ?? '');
        column.left = column.left.filter(([, fits]) => fits(text));
        if (column.samples.length < SAMPLES) column.samples.push(truncate(text, SAMPLE_CHARS, ''));
      }
    },
    of(at: number): { readonly type: FieldType; readonly samples: readonly string[] } {
      const { left = [], samples = [], places, isPadded } = columns[at] ?? {};
      const type = (samples.length && left[0]?.[0]) || 'text';
      // 1.10 beside 1.2 is a version, whose zero a number would lose; prices have as many decimals everywhere.
      const isVersion = type === 'number' && isPadded && places && places.size > 1;
      return { type: isVersion ? 'text' : type, samples };
    },
  };
}
