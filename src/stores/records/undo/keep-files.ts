import { type CallOptions, toApiError } from '#api/client.ts';
import { loadFile } from '#api/records/load-file.ts';
import { inParallel } from '#domain/app/in-parallel.ts';
import { isProtected } from '#domain/field-types/file-type.ts';
import { filesIn } from '#domain/records/cell-text.ts';
import {
  type KeptRecord,
  keptKey,
  MAX_FILES,
  MAX_RECORD_FILES,
  uploadedName,
} from '#domain/records/undo/kept.ts';
import { createFileLoader } from '#stores/app/file-token.ts';
import { keptFileSize } from '../journal.ts';

/** Number of parallel requests. */
const PARALLEL = 4;

/** A file that is not in the storage any more is lost already. */
function ignoreMissing(thrown: unknown): 'missing' {
  if (toApiError(thrown).status !== 404) throw thrown;
  return 'missing';
}

/** The files that were loaded before, by the names of their records and their own; undefined for those not kept. */
export type KnownFiles = Map<string, File | undefined>;

/**
 * Loads the files of records that are not among the `known` ones, to which it adds them, as far as they are within the
 * limits; `tooLarge` are the names of others.
 */
export async function loadFiles(
  records: readonly KeptRecord[],
  known: KnownFiles,
  options: CallOptions,
): Promise<{ files: Map<string, KeptRecord['files']>; tooLarge: string[] }> {
  const files = new Map<string, Map<string, File[]>>();
  const tooLarge: string[] = [];
  const sizes = [...known.values()].map((file) => file?.size ?? 0);
  let room = sizes.reduce((left, size) => left - size, MAX_FILES - keptFileSize());
  const withToken = createFileLoader(options);
  await inParallel(records, PARALLEL, async (kept) => {
    const { record } = kept.source;
    const found = new Map<string, File[]>();
    let ownRoom = MAX_RECORD_FILES;
    for (const { field, name } of filesIn(record, kept.collection.schema)) {
      const key = `${keptKey(kept)} ${name}`;
      const add = (file: File | undefined) => {
        known.set(key, file);
        if (file) found.set(field.name, [...(found.get(field.name) ?? []), file]);
      };
      if (known.has(key)) {
        ownRoom -= known.get(key)?.size ?? 0;
        add(known.get(key));
        continue;
      }
      const max = Math.min(room, ownRoom);
      const load = (token?: string) => loadFile(record, name, { ...options, max, token });
      const content = await (isProtected(field) ? withToken(load) : load()).catch(ignoreMissing);
      if (content === 'missing') continue;
      // The others load at the same time.
      if (!content || content.size > room) {
        tooLarge.push(name);
        add(undefined);
      } else {
        room -= content.size;
        ownRoom -= content.size;
        add(new File([content], uploadedName(name), { type: content.type }));
      }
    }
    if (found.size) files.set(keptKey(kept), found);
  });
  return { files, tooLarge };
}
