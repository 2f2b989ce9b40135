import { isJsonSpace, jsonMembers, QUOTE, stringEnd } from '#domain/field-types/json-scan.ts';
import { failAt, type NumberedRow, type RowReader, type WantedReading, WHOLE } from './plan.ts';

const NEW_LINE = 0x0a;
const COMMA = 0x2c;
const COLON = 0x3a;
const [OPEN_LIST, CLOSE_LIST, OPEN, CLOSE] = [0x5b, 0x5d, 0x7b, 0x7d];

/** A list of objects inside of objects, or an object of objects that have the same members. */
interface JsonList {
  /** Names from the outside, joined by points, or {@link WHOLE}. */
  readonly name: string;
  readonly start: number;
  readonly isMap: boolean;
  readonly size: number;
}

/** A string, whose end may be missing, with the colon after a name; a bracket; a number or word. */
const TOKEN = /("[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$))(\s*:)?|[{}[\]]|[^\s"{}[\],:]+/gs;

/** Objects around a list, at most. */
const MAX_DEPTH = 4;

interface Open {
  readonly name: string;
  readonly start: number;
  readonly isList: boolean;
  readonly names: Set<string>;
  objects: number;
  others: number;
  /** The names of its last object, and whether all have about the same. */
  last: ReadonlySet<string> | undefined;
  isAlike: boolean;
}

/** The lists in the first object of a text, which may be cut, and the one with the rows, unless the object is a row. */
function listsIn(head: string): { readonly lists: readonly JsonList[]; readonly rows?: JsonList } {
  const lists: JsonList[] = [];
  const open: Open[] = [];
  let key = '';
  let isRecord = false;
  const close = (end: number) => {
    const node = open.pop();
    if (!node) return;
    const parent = open.at(-1);
    const isRows = node.objects > 0 && node.others === 0;
    const isMap = !node.isList && node.objects > 1 && node.isAlike;
    const isInside = open.length <= MAX_DEPTH && open.every(({ isList }) => !isList);
    if (isInside && isRows && (node.isList || isMap))
      lists.push({ name: node.name || WHOLE, start: node.start, isMap, size: end - node.start });
    if (!parent || node.isList) return;
    const shared = parent.last && [...parent.last].filter((name) => node.names.has(name)).length;
    parent.isAlike &&= shared === undefined || shared * 2 >= node.names.size;
    parent.last = node.names;
  };
  let end = head.length;
  for (const { 0: token, 1: text = '', 2: colon, index } of head.matchAll(TOKEN)) {
    const top = open.at(-1);
    if (text && index + text.length === head.length) break;
    if (token === '{' || token === '[') {
      const name = [top?.name, top && !top.isList ? key : ''].filter(Boolean).join('.');
      if (top && token === '{') top.objects++;
      else if (top) top.others++;
      const counts = { objects: 0, others: 0, last: undefined, isAlike: true };
      open.push({ name, start: index, isList: token === '[', names: new Set(), ...counts });
    } else if (token === '}' || token === ']') {
      close(index + 1);
      if (open.length) continue;
      end = index + 1;
      break;
    } else if (colon && top && !top.isList) {
      key = text.slice(1, -1);
      top.names.add(key);
      isRecord ||= open.length === 1 && key === 'id';
    } else if (top) top.others++;
  }
  if (!open.length && head.slice(end).trim() !== '') return { lists: [] };
  while (open.length) close(head.length);
  const largest = (of: readonly JsonList[]) => of.toSorted((a, b) => b.size - a.size)[0];
  const whole = lists.find(({ name }) => name === WHOLE);
  const rows = isRecord
    ? undefined
    : (whole ?? largest(lists.filter(({ isMap }) => !isMap)) ?? largest(lists));
  return { lists, ...(rows && { rows }) };
}

const WRAPPED =
  /\{\s*"\$(oid|uuid|symbol|numberInt|numberLong|numberDouble|numberDecimal)"\s*:\s*"((?:[^"\\]|\\.)*)"\s*\}/g;
const WRAPPED_DATE = /\{\s*"\$date"\s*:\s*("[^"\\]*"|-?\d+)\s*\}/g;

/** Whether a JSON text has a value as MongoDB exports it; in a string, its quotes would have backslashes. */
const hasWrapped = (text: string): boolean => /\{\s*"\$(oid|uuid|date|number)/.test(text);

/** A JSON text whose values of MongoDB's extended JSON are plain ones; numbers keep their digits. */
const unwrapped = (text: string): string =>
  text
    .replace(WRAPPED, (_, type: string, value: string) =>
      type.startsWith('number') && /^-?\d+(\.\d+)?(e[-+]?\d+)?$/i.test(value) ? value : `"${value}"`,
    )
    .replace(WRAPPED_DATE, (found, date: string) => {
      const time = new Date(Number(date));
      if (date.startsWith('"')) return date;
      return Number.isNaN(time.getTime()) ? found : JSON.stringify(time);
    });

/** The members of an object with their exact texts; throws FileProblem when it is not valid JSON. */
function membersOf(text: string, line: number): ReadonlyMap<string, string> {
  try {
    JSON.parse(text);
  } catch (error) {
    failAt(line, `this record is not valid JSON. ${error instanceof Error ? error.message : ''}`);
  }
  return jsonMembers(text);
}

const KEY_COLUMN = '_key';

/** Reads JSON and NDJSON in chunks; `JSON.parse` knows no parts and rounds numbers. Its functions throw FileProblem. */
export function jsonReader(head: string, wanted: WantedReading): RowReader {
  const isList = /^\s*\[/.test(head);
  const { lists, rows } = isList ? { lists: [] } : listsIn(head);
  const inside = wanted.list === undefined ? rows : lists.find(({ name }) => name === wanted.list);
  const [first, last] = inside?.isMap ? [OPEN, CLOSE] : [OPEN_LIST, CLOSE_LIST];
  const places = new Map<string, number>();
  const names: string[] = [];
  let number = 0;
  let isWrapped = false;
  let isUnwrapped = wanted.unwraps === true;
  let text = '';
  let at = 0;
  let line = 1;
  let toSkip = inside?.start ?? 0;
  /** Where the current object starts; undefined between objects. */
  let start: number | undefined;
  let startLine = 1;
  let depth = 0;
  let list: 'none' | 'open' | 'closed' = 'none';
  let hasAny = false;
  /** The JSON text of its name, in an object of objects. */
  let key: string | undefined;

  function placeOf(name: string): number {
    const place = places.get(name) ?? names.push(name) - 1;
    places.set(name, place);
    return place;
  }

  function rowOf(object: string): NumberedRow {
    const members = membersOf(object, startLine);
    const isFound = hasWrapped(object);
    isWrapped ||= isFound;
    // Without an id of MongoDB it is the JSON of somebody who keeps such values.
    const unwraps = wanted.unwraps ?? (isFound && members.has('_id'));
    isUnwrapped ||= unwraps;
    const cells: (string | null)[] = Array.from({ length: names.length }, () => null);
    if (key) cells[placeOf(KEY_COLUMN)] = key;
    for (const [name, source] of members) cells[placeOf(name)] = unwraps ? unwrapped(source) : source;
    return [++number, cells];
  }

  function between(code: number): void {
    if (code === first && list === 'none' && !hasAny) list = 'open';
    else if (code === OPEN && list !== 'closed') {
      hasAny = true;
      start = at;
      startLine = line;
      depth = 1;
    } else if (code === last && list === 'open') list = 'closed';
    else if (!(inside?.isMap && code === COLON) && (code !== COMMA || list !== 'open' || !hasAny))
      failAt(line, `expected a record, { … }, but found ${text.slice(at, at + 1)}`);
  }

  return {
    format: isList || inside ? 'json' : 'ndjson',
    names,
    push(chunk) {
      if (inside && list === 'closed') return [];
      const skipped = chunk.slice(0, toSkip);
      toSkip -= skipped.length;
      line += skipped.split('\n').length - 1;
      text += chunk.slice(skipped.length);
      const found: NumberedRow[] = [];
      for (; at < text.length && !(inside && list === 'closed'); at++) {
        const code = text.charCodeAt(at);
        if (code === NEW_LINE) line++;
        const isKey = start === undefined && code === QUOTE && inside?.isMap && list === 'open';
        if (start === undefined && !isKey) {
          if (!isJsonSpace(code)) between(code);
          continue;
        }
        if (code === QUOTE) {
          const end = stringEnd(text, at);
          // The string may go on in the next chunk.
          if (end === text.length) break;
          if (isKey) key = text.slice(at, end);
          at = end - 1;
        } else if (code === OPEN || code === OPEN_LIST) depth++;
        else if (code === CLOSE || code === CLOSE_LIST) depth--;
        if (depth === 0 && start !== undefined) {
          found.push(rowOf(text.slice(start, at + 1)));
          start = undefined;
        }
      }
      const kept = start ?? at;
      text = text.slice(kept);
      at -= kept;
      if (start !== undefined) start = 0;
      return found;
    },
    end() {
      if (start !== undefined) failAt(startLine, 'this record has no end. Is the file complete?');
      if (list === 'open') failAt(line, 'the list has no end. Is the file complete?');
      return [];
    },
    found: () => ({
      reading: { separator: '', header: 0, list: inside?.name ?? '', unwraps: isUnwrapped },
      ...{ nameless: new Set(), blank: 0, first: [] },
      ...{ lists: lists.map(({ name }) => name), hasWrapped: isWrapped },
    }),
  };
}
