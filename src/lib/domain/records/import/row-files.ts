import { isSameList } from '#domain/app/is-same-list.ts';
import { sizeText } from '#domain/app/size-text.ts';
import { largestSize } from '#domain/field-types/field-type.ts';
import { fileNameOf } from '../transfer/export-names.ts';
import { uploadedName } from '../undo/kept.ts';
import type { MappedColumn } from './plan.ts';
import type { Archive } from './zip.ts';

export interface ZippedFile {
  /** As the record has it, not as it is in the zip. */
  readonly name: string;
  readonly path: string;
  /** In bytes. */
  readonly size: number;
}

export type FoundFiles = { readonly files: readonly ZippedFile[] } | { readonly problem: string };

/** The files of a cell with these names, in a zip as an export writes it; or why they can't be imported. */
export function findFiles(
  names: readonly string[],
  id: string,
  { field }: MappedColumn,
  archive: Archive,
): FoundFiles {
  const limit = largestSize(field.field);
  const files: ZippedFile[] = [];
  for (const name of names) {
    if (id === '') return { problem: 'Files are found by the column id, which this row does not have.' };
    const path = `files/${fileNameOf(id)}/${fileNameOf(name)}`;
    const size = archive.sizeOf(path);
    if (size === undefined) return { problem: `The zip does not have ${path}.` };
    if (size === 'repeated') return { problem: `The zip has several files ${path}.` };
    if (size > limit)
      return { problem: `“${name}” has ${sizeText(size)}; at most ${sizeText(limit)} are allowed.` };
    files.push({ name, path, size });
  }
  return { files };
}

/** How a cell is read of which only the files in the zip count. */
export const ANY_FILES: Omit<MappedColumn, 'column'> = {
  field: { name: '', kind: 'file', required: false, isMultiple: true, max: Number.POSITIVE_INFINITY },
  key: 'id',
};

export interface FileChange {
  readonly field: string;
  /** Names of the stored files that stay, in their new order. */
  readonly kept: readonly string[];
  readonly added: readonly Pick<ZippedFile, 'name' | 'path'>[];
}

/** Ten letters or ten digits, as in `my_screenshot.png`; the backend's own ending is hardly ever like this. */
const OWN_ENDING = /_([a-z]{10}|\d{10})(\.[^._]+)*$/;

/** The name under which a file of a zip is uploaded: without the ending of a stored file, which would grow. */
export const nameToUpload = (name: string): string => (OWN_ENDING.test(name) ? name : uploadedName(name));

/** A name without what the backend changes in it when it stores a file. */
const baseOf = (name: string): string =>
  nameToUpload(name)
    .toLowerCase()
    .replaceAll(/[\s_-]/g, '');

/** Undefined if nothing changes. A stored file of the same size is the same, despite what the backend adds to names. */
export async function fileChange(
  field: string,
  wanted: readonly ZippedFile[],
  stored: readonly string[],
  sizeOf: (name: string) => Promise<number | undefined>,
): Promise<FileChange | undefined> {
  const exact = new Set(wanted.map(({ name }) => name));
  const left = new Set(stored);
  const kept: string[] = [];
  const added: ZippedFile[] = [];
  for (const file of wanted) {
    let same = left.has(file.name) ? file.name : undefined;
    for (const name of left) {
      if (same !== undefined) break;
      if (exact.has(name) || baseOf(name) !== baseOf(file.name)) continue;
      if ((await sizeOf(name)) === file.size) same = name;
    }
    if (same === undefined) added.push(file);
    else {
      left.delete(same);
      kept.push(same);
    }
  }
  return !added.length && isSameList(kept, stored) ? undefined : { field, kept, added };
}
