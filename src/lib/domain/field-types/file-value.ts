import { countText } from '#domain/app/count-text.ts';
import { firstNames } from '#domain/app/first-names.ts';
import { sizeText } from '#domain/app/size-text.ts';
import type { Field } from '#domain/backend/field.ts';
import { largestSize, valuesOf } from './field-type.ts';
import { fileKind } from './file-type.ts';

export interface FileValue {
  /** Stored ones in order, including those marked as deleted. */
  readonly names: readonly string[];
  /** Stored ones that the next save deletes. */
  readonly deleted: readonly string[];
  /** In the order of their upload; the backend appends them to the stored ones. */
  readonly added: readonly File[];
}

export const noFiles: FileValue = { names: [], deleted: [], added: [] };

export const readFiles = (value: unknown): FileValue => ({ ...noFiles, names: valuesOf(value) });

/** Number of files of the field after the save. */
export const countFiles = ({ names, deleted, added }: FileValue): number =>
  names.length - deleted.length + added.length;

/** Whether a field for `max` files can take another one. */
export const hasRoom = (value: FileValue, max: number): boolean => countFiles(value) < max;

export function deleteFile(value: FileValue, name: string): FileValue {
  if (!value.names.includes(name) || value.deleted.includes(name)) return value;
  return { ...value, deleted: [...value.deleted, name] };
}

/** Clears the mark, unless the field already has `max` files. */
export function restoreFile(value: FileValue, name: string, max: number): FileValue {
  if (countFiles(value) >= max) return value;
  return { ...value, deleted: value.deleted.filter((other) => other !== name) };
}

/** Neither pictures, sound, films nor PDFs, for systems that do not know their types. */
const OTHER = /\.(txt|md|log|csv|tsv|html?|css|js|json|xml|docx?|xlsx?|pptx?|zip|gz|7z|rar|exe)$/i;

const familyOf = (type: string) =>
  type === 'application/pdf' ? 'pdf' : (/^(image|video|audio)\//.exec(type)?.[1] ?? 'other');

/** Surely refused: neither extension nor type is of an allowed family. In doubt the backend looks at the content. */
function isOfOtherType({ name, type }: File, allowed: readonly string[]): boolean {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  // A drawing is also a text.
  const isUnsure = extension === 'svg' || allowed.includes('application/octet-stream');
  if (isUnsure || !allowed.length || allowed.some((one) => one === type || one.includes(extension)))
    return false;
  const kind = fileKind(name);
  if (kind === 'other' && !OTHER.test(name) && (!type || familyOf(type) !== 'other')) return false;
  // Containers such as Ogg hold both.
  const families = kind === 'video' || kind === 'audio' ? ['video', 'audio'] : [kind];
  return !allowed.some((one) => families.includes(familyOf(one)));
}

/** An album that is dropped by mistake has hundreds of files. */
const MAX_NAMED = 20;

/** Adds as many as the field takes. `leftOut` names the others with the reasons; '' for none. */
export function addFiles(
  value: FileValue,
  files: readonly File[],
  { max, field }: { readonly max: number; readonly field?: Field | undefined },
): { readonly value: FileValue; readonly leftOut: string } {
  const maxSize = largestSize(field);
  const types = field?.type === 'file' ? field.mimeTypes : [];
  const tooLarge = files.filter(({ size }) => size > maxSize);
  const ofOtherType = files.filter((file) => !tooLarge.includes(file) && isOfOtherType(file, types));
  const fitting = files.filter((file) => !tooLarge.includes(file) && !ofOtherType.includes(file));
  const room = Math.max(0, max - countFiles(value));
  const said = (left: readonly File[], why: string) => {
    const names = left.map(({ name }) => name);
    return names.length ? `Left out, because ${why}: ${firstNames(names, MAX_NAMED)}.` : '';
  };
  const leftOut = [
    said(fitting.slice(room), `the field takes ${countText(max, 'file', 'files')}`),
    said(tooLarge, `a file may have ${sizeText(maxSize)} at most`),
    said(ofOtherType, `the field takes only ${types.join(', ')}`),
  ];
  const added = fitting.slice(0, room);
  return {
    value: added.length ? { ...value, added: [...value.added, ...added] } : value,
    leftOut: leftOut.filter(Boolean).join('\n'),
  };
}

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

export function moveStored(value: FileValue, from: number, to: number): FileValue {
  return { ...value, names: moveItem(value.names, from, to) };
}

/** Moves a new file among the new ones. */
export function moveAdded(value: FileValue, from: number, to: number): FileValue {
  return { ...value, added: moveItem(value.added, from, to) };
}

/** My deletions, additions and order on their files. Names that only they have come last. */
export function applyFiles(mine: FileValue, theirs: FileValue, deleted: readonly string[]): FileValue {
  const known = mine.names.filter((name) => theirs.names.includes(name));
  return {
    names: [...known, ...theirs.names.filter((name) => !known.includes(name))],
    deleted,
    added: mine.added,
  };
}
