import { diffWordsWithSpace } from 'diff';

/** A part of a text; `isChanged` parts are missing on the other side. */
export interface DiffPart {
  readonly text: string;
  readonly isChanged: boolean;
}

/** Two texts in parts, which joined are the texts. */
export interface DiffSides {
  readonly old: readonly DiffPart[];
  readonly new: readonly DiffPart[];
}

/**
 * The parts in which two texts differ, word by word. Undefined when comparing takes more than `timeout` ms; then the
 * whole texts count as changed. The library is only part of the popup's code: import this file nowhere else.
 */
export function diffSpans(old: string, fresh: string, timeout = 50): DiffSides | undefined {
  const parts = diffWordsWithSpace(old, fresh, { timeout });
  if (!parts) return undefined;
  const side = (own: 'added' | 'removed', other: typeof own) =>
    parts.filter((part) => !part[other]).map((part) => ({ text: part.value, isChanged: part[own] }));
  return { old: side('removed', 'added'), new: side('added', 'removed') };
}
