import { parseJson } from '#domain/app/lenient.ts';
import { truncate } from '#domain/app/value-text.ts';
import type { ShownType } from '#domain/field-types/field-type.ts';
import type { FormField } from '../panel/fields.ts';
import { mayHaveId } from '../record-id.ts';
import type { FileColumn } from './plan.ts';
import { createWayGuess, isNull, readingsOf, roundedText } from './values.ts';

/** The column of the file with refused rows that says why. */
export const ERROR_COLUMN = '_error';

/** A name without what people write differently in it. */
export const folded = (name: string): string => name.toLowerCase().replace(/[\s_-]/g, '');

/** The field of each column with the same name, else with one that differs in case and separators; each once. */
export function guessFields(names: readonly string[], fields: readonly FormField[]) {
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

/** Not codes such as 1E5, phone numbers, `007`, or numbers with more digits than the backend keeps. */
function isNumber(text: string, isText: boolean): boolean {
  if (isText && /^[+0]\d|^\d+e\d+$|^\d+( \d+)+$/i.test(text.trim())) return false;
  return readingsOf('number', text).some(
    (number) =>
      number !== undefined &&
      /^-?(0|[1-9]\d{0,14})(\.\d+)?(e[-+]?\d+)?$/i.test(number) &&
      roundedText(number, { kind: 'number' }) === undefined,
  );
}

/** The types that can be guessed, from the most to the least special one; `text` fits always. */
const FITS: readonly (readonly [ShownType, (text: string, isText: boolean) => boolean])[] = [
  ['bool', (text) => /^(true|false|yes|no|[tfyn])$/i.test(text)],
  ['number', isNumber],
  ['date', (text) => readingsOf('date', text).some((date) => date !== undefined)],
  ['email', (text) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)],
  ['url', (text) => /^https?:\/\/[^\s/]+\.[^\s]+$/.test(text)],
  ['json', (text) => /^[[{]/.test(text) && parseJson(text) !== undefined],
];

const SAMPLES = 3;
/** Characters of a value that are shown. */
export const SAMPLE_CHARS = 80;
const GUESS_ROWS = 1000;

/** The text of a cell, of which JSON has the source. */
function plain(cell: string, isJson: boolean): string {
  if (!isJson) return cell;
  if (cell === 'null') return '';
  return cell.startsWith('"') ? String(JSON.parse(cell)) : cell;
}

function createColumn() {
  let left = FITS;
  let isEmpty = true;
  let hasIds = false;
  const samples: string[] = [];
  const nulls = new Set<string>();
  const numbers = createWayGuess('number');
  const dates = createWayGuess('date');
  /** How many decimals its texts have, and whether zeros end some of them. */
  const places = new Set<number>();
  let isPadded = false;
  /** `t` alone may be anything. */
  const letters = new Set<string>();

  function addFirst(text: string, isText: boolean): void {
    const [, decimals] = (isText && /^-?\d+\.(\d+)$/.exec(text)) || [];
    if (decimals) places.add(decimals.length);
    // Programs end whole numbers with a single zero.
    isPadded ||= /\d0$/.test(decimals ?? '');
    letters.add(text.length === 1 ? text.toLowerCase() : '');
    left = left.filter(([, fits]) => fits(text, isText));
  }

  return {
    /** @param isText whether it is no number of JSON */
    add(text: string, isText: boolean, isFirst: boolean): void {
      if (text === '') return;
      isEmpty = false;
      if (isFirst && samples.length < SAMPLES) samples.push(truncate(text, SAMPLE_CHARS, ''));
      if (isNull(text)) {
        nulls.add(text);
        return;
      }
      hasIds ||= mayHaveId(text);
      if (isFirst) addFirst(text, isText);
      // A number of JSON has one reading, but may be a time.
      if (isText) numbers.add(text);
      dates.add(text);
    },
    get(): Omit<FileColumn, 'name'> {
      const [first] = left;
      const isUnknown = left === FITS || !first;
      // 1.10 beside 1.2 is a version, whose zero a number would lose; prices have as many decimals everywhere.
      const isVersion = first?.[0] === 'number' && isPadded && places.size > 1;
      const isLetter = first?.[0] === 'bool' && letters.size === 1 && !letters.has('');
      const ways = { number: numbers.get(), date: dates.get() };
      return {
        type: isUnknown || isVersion || isLetter ? 'text' : first[0],
        samples,
        ...(nulls.size && { nulls: [...nulls] }),
        ...((ways.number || ways.date) && { ways }),
        ...(isEmpty ? { isEmpty } : !hasIds && { hasNoIds: true }),
      };
    },
  };
}

/** Finds the type of each column by its first rows, and how all of its values are written. */
export function createColumnGuess() {
  const columns: ReturnType<typeof createColumn>[] = [];
  let rows = 0;
  return {
    add(cells: readonly (string | null)[], isJson: boolean): void {
      const isFirst = rows++ < GUESS_ROWS;
      cells.forEach((cell, at) => {
        columns[at] ??= createColumn();
        columns[at].add(plain(cell ?? '', isJson), !isJson || cell?.startsWith('"') === true, isFirst);
      });
    },
    of: (at: number): Omit<FileColumn, 'name'> => (columns[at] ?? createColumn()).get(),
  };
}
