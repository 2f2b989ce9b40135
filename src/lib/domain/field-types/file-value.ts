import { valuesOf } from './field-type.ts';

/** The edited files of a field. */
export interface FileValue {
  /** Stored names in order, including those marked as deleted. */
  readonly names: readonly string[];
  /** Stored names that the next save deletes. */
  readonly deleted: readonly string[];
  /** New files in the order of their upload; the backend appends them to the stored ones. */
  readonly added: readonly File[];
}

export const noFiles: FileValue = { names: [], deleted: [], added: [] };

/** The stored files of a record's value. */
export function readFiles(value: unknown): FileValue {
  return { names: valuesOf(value), deleted: [], added: [] };
}

/** Number of files of the field after the save. */
export function countFiles(value: FileValue): number {
  return value.names.length - value.deleted.length + value.added.length;
}

/** Whether a field for `max` files can take another one. */
export const hasRoom = (value: FileValue, max: number): boolean => countFiles(value) < max;

/** Marks a stored file as deleted. */
export function deleteFile(value: FileValue, name: string): FileValue {
  if (!value.names.includes(name) || value.deleted.includes(name)) return value;
  return { ...value, deleted: [...value.deleted, name] };
}

/** Clears the mark, unless the field already has `max` files. */
export function restoreFile(value: FileValue, name: string, max: number): FileValue {
  if (countFiles(value) >= max) return value;
  return { ...value, deleted: value.deleted.filter((other) => other !== name) };
}

/** Adds new files until the field has `max` files. */
export function addFiles(value: FileValue, files: readonly File[], max: number): FileValue {
  const room = Math.max(0, max - countFiles(value));
  return room && files.length ? { ...value, added: [...value.added, ...files.slice(0, room)] } : value;
}

/** Removes a new file before it is uploaded. */
export function removeAdded(value: FileValue, file: File): FileValue {
  return { ...value, added: value.added.filter((other) => other !== file) };
}

/** The list with the item at `from` moved to `to`. */
export function moveItem<T>(items: readonly T[], from: number, to: number): readonly T[] {
  const item = items[from];
  if (item === undefined || to < 0 || to >= items.length) return items;
  const rest = items.filter((_, index) => index !== from);
  return [...rest.slice(0, to), item, ...rest.slice(to)];
}

/** Moves a stored file. */
export function moveStored(value: FileValue, from: number, to: number): FileValue {
  return { ...value, names: moveItem(value.names, from, to) };
}

/** Moves a new file among the new ones. */
export function moveAdded(value: FileValue, from: number, to: number): FileValue {
  return { ...value, added: moveItem(value.added, from, to) };
}

/** Applies my deletions, additions and order to their files. Names that only they have come last. */
export function applyFiles(mine: FileValue, theirs: FileValue, deleted: readonly string[]): FileValue {
  const known = mine.names.filter((name) => theirs.names.includes(name));
  return {
    names: [...known, ...theirs.names.filter((name) => !known.includes(name))],
    deleted,
    added: mine.added,
  };
}
