import { toApiError } from '#api/client.ts';
import { getFileSize } from '#api/records/load-file.ts';
import { ownOf } from '#domain/app/own.ts';
import type { Collection } from '#domain/collections/collection.ts';
import { valuesOf } from '#domain/field-types/field-type.ts';
import { isProtected } from '#domain/field-types/file-type.ts';
import { type FileChange, fileChange } from '#domain/records/import/row-files.ts';
import type { ImportRow } from '#domain/records/import/table.ts';
import type { RecordSource } from '#domain/records/panel/record-source.ts';
import type { FileLoader } from '#stores/app/file-token.ts';
import { type Link, readSurely } from '../link.ts';

/** A link that also reads protected files. */
export interface FileLink extends Link {
  readonly withToken: FileLoader;
}

/** What makes the files of a stored record those of a row, by field. Throws ApiError. */
export async function fileChanges(
  { files }: ImportRow,
  { record }: Pick<RecordSource, 'record'>,
  { schema }: Collection,
  link: FileLink,
): Promise<readonly FileChange[]> {
  const changes: FileChange[] = [];
  for (const [name, wanted] of Object.entries(files)) {
    const needsToken = isProtected(schema.find((field) => field.name === name));
    const load = (file: string, token?: string) => getFileSize(record, file, { token, signal: link.signal });
    const request = (file: string) =>
      needsToken ? link.withToken((token) => load(file, token)) : load(file);
    const sizeOf = (file: string) =>
      readSurely(() => request(file), link).catch((thrown: unknown) => {
        // It is not in the storage any more: it has to be added again.
        if (toApiError(thrown).status !== 404) throw thrown;
        return undefined;
      });
    const change = await fileChange(name, wanted, valuesOf(ownOf(record, name)), sizeOf);
    if (change) changes.push(change);
  }
  return changes;
}
