import { afterSpace, isJsonSpace, jsonMembers, QUOTE, stringEnd } from '#domain/field-types/json-scan.ts';
import { WHOLE } from './plan.ts';
import { failAt } from './problem.ts';

const NEW_LINE = 0x0a;
const COMMA = 0x2c;
const COLON = 0x3a;
const [OPEN_LIST, CLOSE_LIST, OPEN, CLOSE] = [0x5b, 0x5d, 0x7b, 0x7d];

/** The text of one object, exactly as written. */
export interface JsonPiece {
  readonly text: string;
  /** Where it starts, counted from 1. */
  readonly line: number;
  /** The JSON text of its name, in an object of objects. */
  readonly key?: string;
}

/** A list of objects inside of other objects, or an object of objects that have the same members. */
export interface JsonList {
  /** Names from the outside, joined by points, or {@link WHOLE}. */
  readonly name: string;
  /** Where it starts. */
  readonly start: number;
  readonly isMap: boolean;
  /** Number of characters that were seen of it. */
  readonly size: number;
}

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

/**
 * The lists inside the first object of a text, whose end may be missing, and the one with the rows: undefined if the
 * object is a row itself. Nothing for objects that follow each other.
 */
export function listsIn(head: string): { readonly lists: readonly JsonList[]; readonly rows?: JsonList } {
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
  let at = 0;
  for (; at < head.length; at++) {
    const char = head[at] ?? '';
    const top = open.at(-1);
    if (char === '{' || char === '[') {
      const name = [top?.name, top && !top.isList ? key : ''].filter(Boolean).join('.');
      if (top && char === '{') top.objects++;
      else if (top) top.others++;
      const counts = { objects: 0, others: 0, last: undefined, isAlike: true };
      open.push({ name, start: at, isList: char === '[', names: new Set(), ...counts });
    } else if (char === '}' || char === ']') {
      close(at + 1);
      if (!open.length) break;
    } else if (char === '"') {
      const end = stringEnd(head, at);
      if (end === head.length) break;
      if (top && !top.isList && head[afterSpace(head, end)] === ':') {
        key = head.slice(at + 1, end - 1);
        top.names.add(key);
        isRecord ||= open.length === 1 && key === 'id';
      } else if (top) top.others++;
      at = end - 1;
    } else if (top && /[-\dtfn]/.test(char)) {
      top.others++;
      while (/[-+.\w]/.test(head[at + 1] ?? '')) at++;
    }
  }
  if (!open.length && head.slice(at + 1).trim() !== '') return { lists: [] };
  while (open.length) close(head.length);
  const largest = (of: readonly JsonList[]) => of.toSorted((a, b) => b.size - a.size)[0];
  const whole = lists.find(({ name }) => name === WHOLE);
  const rows = isRecord
    ? undefined
    : (whole ?? largest(lists.filter(({ isMap }) => !isMap)) ?? largest(lists));
  return { lists, ...(rows && { rows }) };
}

/**
 * Splits a JSON array of objects, or objects that follow each other (NDJSON), into the texts of the objects. The text
 * arrives in chunks; `end` returns nothing, but throws when the text is incomplete. Throws FileProblem.
 * @param inside a list of which the objects are; what is around it is passed over
 */
export function createJsonSplitter(inside?: JsonList): {
  push: (chunk: string) => JsonPiece[];
  end: () => void;
} {
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
  let key: string | undefined;
  const [first, last] = inside?.isMap ? [OPEN, CLOSE] : [OPEN_LIST, CLOSE_LIST];

  /** Reads a character between two objects. */
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
    push(chunk) {
      if (inside && list === 'closed') return [];
      const skipped = chunk.slice(0, toSkip);
      toSkip -= skipped.length;
      line += skipped.split('\n').length - 1;
      text += chunk.slice(skipped.length);
      const found: JsonPiece[] = [];
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
          found.push({ text: text.slice(start, at + 1), line: startLine, ...(key && { key }) });
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
    },
  };
}

const WRAPPED =
  /\{\s*"\$(oid|uuid|symbol|numberInt|numberLong|numberDouble|numberDecimal)"\s*:\s*"((?:[^"\\]|\\.)*)"\s*\}/g;
const WRAPPED_DATE = /\{\s*"\$date"\s*:\s*("[^"\\]*"|-?\d+)\s*\}/g;

/** Whether a JSON text has a value as MongoDB exports it; in a string, its quotes would have backslashes. */
export const hasWrapped = (text: string): boolean => /\{\s*"\$(oid|uuid|date|number)/.test(text);

/** A JSON text whose values of MongoDB's extended JSON are plain ones; numbers keep their digits. */
export const unwrapped = (text: string): string =>
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
export function membersOf({ text, line }: JsonPiece): ReadonlyMap<string, string> {
  try {
    JSON.parse(text);
  } catch (error) {
    failAt(line, `this record is not valid JSON. ${error instanceof Error ? error.message : ''}`);
  }
  return jsonMembers(text);
}
