import { isJsonSpace, jsonMembers, QUOTE, stringEnd } from '#domain/field-types/json-scan.ts';
import { failAt } from './problem.ts';

const NEW_LINE = 0x0a;
const COMMA = 0x2c;
const [OPEN_LIST, CLOSE_LIST, OPEN, CLOSE] = [0x5b, 0x5d, 0x7b, 0x7d];

/** The text of one object, exactly as written. */
export interface JsonPiece {
  readonly text: string;
  /** Where it starts, counted from 1. */
  readonly line: number;
}

/**
 * Splits a JSON array of objects, or objects that follow each other (NDJSON), into the texts of the objects. The text
 * arrives in chunks; `end` returns nothing, but throws when the text is incomplete. Throws FileProblem.
 */
export function createJsonSplitter(): { push: (chunk: string) => JsonPiece[]; end: () => void } {
  let text = '';
  let at = 0;
  let line = 1;
  /** Where the current object starts; undefined between objects. */
  let start: number | undefined;
  let startLine = 1;
  let depth = 0;
  let list: 'none' | 'open' | 'closed' = 'none';
  let hasAny = false;

  /** Reads a character between two objects. */
  function between(code: number): void {
    if (code === OPEN && list !== 'closed') {
      hasAny = true;
      start = at;
      startLine = line;
      depth = 1;
    } else if (code === OPEN_LIST && list === 'none' && !hasAny) list = 'open';
    else if (code === CLOSE_LIST && list === 'open') list = 'closed';
    else if (code !== COMMA || list !== 'open' || !hasAny)
      failAt(line, `expected a record, { … }, but found ${text.slice(at, at + 1)}`);
  }

  return {
    push(chunk) {
      text += chunk;
      const found: JsonPiece[] = [];
      for (; at < text.length; at++) {
        const code = text.charCodeAt(at);
        if (code === NEW_LINE) line++;
        if (start === undefined) {
          if (!isJsonSpace(code)) between(code);
          continue;
        }
        if (code === QUOTE) {
          const end = stringEnd(text, at);
          // The string may go on in the next chunk.
          if (end === text.length) break;
          at = end - 1;
        } else if (code === OPEN || code === OPEN_LIST) depth++;
        else if (code === CLOSE || code === CLOSE_LIST) depth--;
        if (depth === 0) {
          found.push({ text: text.slice(start, at + 1), line: startLine });
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

/** The members of an object with their exact texts; throws FileProblem when it is not valid JSON. */
export function membersOf({ text, line }: JsonPiece): ReadonlyMap<string, string> {
  try {
    JSON.parse(text);
  } catch (error) {
    failAt(line, `this record is not valid JSON. ${error instanceof Error ? error.message : ''}`);
  }
  return jsonMembers(text);
}
