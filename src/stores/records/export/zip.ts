import { makeZip } from 'client-zip';
import { toApiError } from '#api/client.ts';
import { createFileLoader, loadFile } from '#api/records/load-file.ts';
import { fileNameOf } from '#domain/records/transfer/export-names.ts';
import { type Link, readSurely } from '#stores/job/retry.ts';

export interface ExportedFile {
  readonly record: { readonly id: string; readonly collectionId: string };
  readonly name: string;
  readonly isProtected: boolean;
}

export interface ZipContent {
  readonly recordsName: string;
  readonly records: AsyncIterable<Uint8Array<ArrayBuffer>>;
  /** Complete when `records` has ended. */
  readonly files: readonly ExportedFile[];
  readonly onFile: (isWritten: boolean) => void;
  readonly link: Link;
}

async function* entriesOf({ recordsName, records, files, onFile, link }: ZipContent) {
  const { signal } = link;
  yield { name: recordsName, input: records, lastModified: new Date() };
  const problems: string[] = [];
  const withToken = createFileLoader({ signal });
  for (const { record, name, isProtected } of files) {
    try {
      const load = (token?: string) => loadFile(record, name, { token, signal });
      const input = await readSurely(() => (isProtected ? withToken(load) : load()), link);
      yield { name: `files/${fileNameOf(record.id)}/${fileNameOf(name)}`, input, lastModified: new Date() };
      onFile(true);
    } catch (thrown) {
      const error = toApiError(thrown);
      if (error.isAbort || error.status === 401) throw error;
      problems.push(`${record.id}/${name}: ${error.message}\n`);
      onFile(false);
    }
  }
  if (problems.length) yield { name: 'errors.txt', input: problems.join(''), lastModified: new Date() };
}

/** A zip with the records and their files, one after the other; `errors.txt` names those that can't be fetched. */
export const zipOf = (content: ZipContent): ReadableStream<Uint8Array> =>
  makeZip(entriesOf(content), { buffersAreUTF8: true });
