import { members, parseJson, text } from '#domain/app/lenient.ts';
import { ownOf } from '#domain/app/own.ts';

/** The stored form of a text that was not imported. */
export const formatImportDraft = (typed: string): string => JSON.stringify({ text: typed });

/** Reads a stored text; undefined when it is invalid, empty or the same as `current`. */
export function parseImportDraft(stored: string, current: string): string | undefined {
  const typed = text(ownOf(members(parseJson(stored)), 'text'));
  return typed && typed !== current ? typed : undefined;
}
