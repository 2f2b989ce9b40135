import { countAny } from '#api/records/by-key.ts';
import type { WrittenFile } from '#browser/write-file.ts';
import { exportResult } from '#domain/records/transfer/export-result.ts';
import { type Patience, patiently } from '#stores/app/patiently.ts';
import { type ExportTask, exportedRecords, type Written } from './content.ts';

export interface ExportProgress {
  readonly what: 'records' | 'files';
  readonly done: number;
  /** Undefined while it is not known. */
  readonly total: number | undefined;
  /** Records or files per second. */
  readonly rate: number;
  /** The connection is lost; the export goes on when it is back. */
  readonly isWaiting: boolean;
}

export type PlannedExport = Omit<ExportTask, 'total'>;

export interface ExportTarget {
  readonly file: WrittenFile;
  /** Name of the records' file in a zip. */
  readonly recordsName: string;
  readonly signal: AbortSignal;
  readonly onProgress: (changed: Partial<ExportProgress>) => void;
}

type Chunks = AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined>;

/** Returns a function that tells the rate: what was done since the first call, per second. */
function createRate(): (done: number) => number {
  const since = performance.now();
  return (done) => done / Math.max(0.001, (performance.now() - since) / 1000);
}

/** A stream of what a generator yields; cancelling it ends the generator. */
const streamOf = (chunks: Chunks) =>
  new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { value, done } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => void (await chunks.return()),
  });

/** Writes a file and returns the result in words. Throws ApiError, and the errors of the file. */
export async function writeExport(planned: PlannedExport, target: ExportTarget): Promise<string> {
  const { file, recordsName, signal, onProgress } = target;
  const patience: Patience = { signal, onWait: (isWaiting) => onProgress({ isWaiting }) };
  const written: Written = { records: 0, ids: new Set(), files: [] };
  const fetched = { written: 0, failed: 0 };
  const { collection, filter, ids, choices } = planned;
  const send = <T>(request: () => Promise<T>) => patiently(request, patience);
  const count = () => send(() => countAny(collection, filter, { signal }));

  async function* records(task: ExportTask): Chunks {
    const rateOf = createRate();
    for await (const chunk of exportedRecords(task, written, { signal, send })) {
      onProgress({ done: written.records, rate: rateOf(written.records) });
      yield chunk;
    }
  }

  async function zip(content: Chunks) {
    const { zipOf } = await import('./zip.ts');
    let rateOf: ReturnType<typeof createRate> | undefined;
    const onFile = (isWritten: boolean) => {
      rateOf ??= createRate();
      fetched[isWritten ? 'written' : 'failed']++;
      const done = fetched.written + fetched.failed;
      onProgress({ what: 'files', done, total: written.files.length, rate: rateOf(done) });
    };
    return zipOf({ recordsName, records: content, files: written.files, onFile, patience });
  }

  const before = ids?.length ?? (await count());
  onProgress({ total: before });
  const content = records({ ...planned, total: before });
  await (choices.hasFiles ? await zip(content) : streamOf(content)).pipeTo(file.stream, { signal });
  return exportResult({
    written: written.records,
    before,
    // The file is complete: a failure here must not lose it.
    after: ids ? undefined : await count().catch(() => undefined),
    selected: ids?.length,
    missing: ids ? ids.length - written.ids.size : 0,
    files: choices.hasFiles ? fetched : undefined,
  });
}
