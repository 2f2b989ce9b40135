import { countAny, type KeyPages, pagesByKey } from '#api/records/by-key.ts';
import { listRecords } from '#api/records/list.ts';
import type { WrittenFile } from '#browser/write-file.ts';
import { ownOf } from '#domain/app/lenient.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { relatedTo } from '#domain/collections/collection.ts';
import type { Column } from '#domain/collections/columns.ts';
import { valuesOf } from '#domain/field-types/field-type.ts';
import { isProtected } from '#domain/field-types/file-type.ts';
import { filtersOfAny } from '#domain/model/filter/fit.ts';
import { narrowFilter } from '#domain/model/filter/join.ts';
import { canQuote, hasId, quoteText } from '#domain/model/filter/print.ts';
import type { ExportChoices } from '#domain/records/transfer/export-choices.ts';
import { exportResult } from '#domain/records/transfer/export-result.ts';
import { exportedRelations, exportWriter } from '#domain/records/transfer/export-writer.ts';
import { dialect } from '#stores/app/dialect.ts';
import { readingBy, readingLink } from '#stores/job/retry.ts';
import type { ExportedFile } from './zip.ts';

type PageOptions = ReturnType<typeof readingBy>;

interface ExportTask {
  readonly collection: Collection;
  readonly collections: readonly Collection[];
  readonly filter: string;
  /** Only these records. */
  readonly ids: readonly string[] | undefined;
  readonly total: number;
  readonly columns: readonly Column[];
  readonly choices: ExportChoices;
}

interface Written {
  records: number;
  /** Ids that were found, only when certain records are exported. */
  readonly ids: Set<string>;
  readonly files: ExportedFile[];
}

/** Number of records from which on two halves are read at once. */
const SPLIT = 2000;

/** The filters of two halves of the matching records: one half is written while the backend reads the other. */
async function halvesOf({ collection, filter, total }: ExportTask, { send, ...options }: PageOptions) {
  if (total < SPLIT || collection.type === 'view') return [filter];
  const query = { collection: collection.id, filter, expand: '', fields: 'id', sort: 'id' };
  const found = await send(() => listRecords({ ...query, page: Math.ceil(total / 2), perPage: 1 }, options));
  const middle = found.items[0]?.id;
  if (middle === undefined || !canQuote(middle)) return [filter];
  return ['<=', '>'].map((operator) => narrowFilter(filter, `id${operator}${quoteText(middle)}`));
}

async function sourcesOf(task: ExportTask, options: PageOptions): Promise<KeyPages[]> {
  const { collection, ids, columns, choices } = task;
  const pages = (filter: string) =>
    pagesByKey(
      {
        filter,
        collection: collection.id,
        expand: exportedRelations(columns, choices),
        // With a list of fields, the backend would round the numbers of JSON values.
        fields: '',
        repeatsIds: collection.type === 'view',
      },
      options,
    );
  if (!ids) return (await halvesOf(task, options)).map(pages);
  const sorted = [...ids].sort();
  async function* chunks(): KeyPages {
    for (const part of filtersOfAny(sorted, hasId, dialect().limits)) yield* pages(part.filter);
  }
  return [chunks()];
}

/** Begins to read the next page; an error is reported when it is its turn. */
function nextOf(source: KeyPages) {
  const next = source.next();
  next.catch(() => {});
  return next;
}

/** The pages of the sources in turn. Each source reads its next page while one is in use. */
async function* inTurn(sources: readonly KeyPages[]): KeyPages {
  let running = sources.map((source) => ({ source, next: nextOf(source) }));
  while (running.length)
    for (const one of running) {
      const { value, done } = await one.next;
      if (done) running = running.filter((other) => other !== one);
      else {
        one.next = nextOf(one.source);
        yield value;
      }
    }
}

/** The file with the records, page by page; notes in `written` what each page had. Throws ApiError. */
async function* exportedRecords(
  task: ExportTask,
  written: Written,
  options: PageOptions,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const { collection, collections, columns, choices, ids } = task;
  const writer = exportWriter(columns, choices, ({ field }) => field && relatedTo(field, collections));
  const fileColumns = choices.hasFiles ? columns.filter(({ type }) => type === 'file') : [];
  const encoder = new TextEncoder();
  /** Files of records that a view repeats. */
  const paths = new Set<string>();
  if (writer.head) yield encoder.encode(writer.head);
  for await (const sources of inTurn(await sourcesOf(task, options))) {
    const rows = sources.map((source) => {
      const { record } = source;
      for (const { name, field } of fileColumns)
        for (const file of valuesOf(ownOf(record, name))) {
          const path = `${record.id}/${file}`;
          if (paths.has(path)) continue;
          if (collection.type === 'view') paths.add(path);
          written.files.push({
            record: { id: record.id, collectionId: collection.id },
            name: file,
            isProtected: isProtected(field),
          });
        }
      if (ids) written.ids.add(record.id);
      return writer.row(source);
    });
    const before = written.records ? writer.between : '';
    written.records += rows.length;
    yield encoder.encode(before + rows.join(writer.between));
  }
  const tail = writer.tail(written.records > 0);
  if (tail) yield encoder.encode(tail);
}

export interface ExportProgress {
  readonly what: 'records' | 'files';
  readonly done: number;
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
  const link = readingLink({ signal }, (isWaiting) => onProgress({ isWaiting }));
  const written: Written = { records: 0, ids: new Set(), files: [] };
  const fetched = { written: 0, failed: 0 };
  const { collection, filter, ids, choices } = planned;
  const reading = readingBy(link);
  const count = () => reading.send(() => countAny(collection, filter, { signal }));

  async function* records(task: ExportTask): Chunks {
    const rateOf = createRate();
    for await (const chunk of exportedRecords(task, written, reading)) {
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
    return zipOf({ recordsName, records: content, files: written.files, onFile, link });
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
