import { type KeyOptions, type KeyPage, pagesByKey } from '#api/records/by-key.ts';
import { quoteText } from '#domain/app/filter.ts';
import { ownOf } from '#domain/app/own.ts';
import { type Collection, relatedTo } from '#domain/collections/collection.ts';
import type { Column } from '#domain/collections/columns.ts';
import { valuesOf } from '#domain/field-types/field-type.ts';
import { jsonElements, jsonMembers } from '#domain/field-types/json-scan.ts';
import type { ExportChoices } from '#domain/records/transfer/export-choices.ts';
import { exportedRelations, exportWriter } from '#domain/records/transfer/export-writer.ts';

/** The largest page of the backend. */
const PAGE = 500;
/** Number of ids per request: addresses stay short enough for every proxy. */
const IDS = 40;

/** What one export writes. */
export interface ExportTask {
  readonly collection: Collection;
  readonly collections: readonly Collection[];
  /** As it is sent. */
  readonly filter: string;
  /** Only these records. */
  readonly ids: readonly string[] | undefined;
  readonly columns: readonly Column[];
  readonly choices: ExportChoices;
}

/** A file of an exported record. */
export interface ExportedFile {
  readonly record: { readonly id: string; readonly collectionId: string };
  readonly name: string;
  readonly isProtected: boolean;
}

/** What has been written so far. */
export interface Written {
  records: number;
  /** Ids that were found, only when certain records are exported. */
  readonly ids: Set<string>;
  readonly files: ExportedFile[];
}

async function* pagesOf(
  { collection, filter, ids, columns, choices }: ExportTask,
  options: KeyOptions,
): AsyncGenerator<KeyPage, void, undefined> {
  const query = {
    collection: collection.id,
    expand: exportedRelations(columns, choices),
    // With a list of fields, the backend would round the numbers of JSON values.
    fields: '',
    perPage: PAGE,
    repeatsIds: collection.type === 'view',
  };
  if (!ids) {
    yield* pagesByKey({ ...query, filter }, options);
    return;
  }
  const sorted = [...ids].sort();
  for (let at = 0; at < sorted.length; at += IDS) {
    const isOne = sorted.slice(at, at + IDS).map((id) => `id=${quoteText(id)}`);
    yield* pagesByKey({ ...query, filter: isOne.join('||') }, options);
  }
}

/** The same items, of which the next one is requested while one is in use. */
async function* oneAhead<T>(source: AsyncGenerator<T, void, undefined>): AsyncGenerator<T, void, undefined> {
  for (let next = source.next(); ; ) {
    const { value, done } = await next;
    if (done) return;
    next = source.next();
    // It is reported when it is its turn.
    next.catch(() => {});
    yield value;
  }
}

/** The file with the records, page by page; notes in `written` what each page had. Throws ApiError. */
export async function* exportedRecords(
  task: ExportTask,
  written: Written,
  options: KeyOptions,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const { collection, collections, columns, choices, ids } = task;
  const writer = exportWriter(columns, choices, ({ field }) => field && relatedTo(field, collections));
  const fileColumns = choices.hasFiles ? columns.filter(({ type }) => type === 'file') : [];
  const encoder = new TextEncoder();
  if (writer.head) yield encoder.encode(writer.head);
  for await (const { items, text } of oneAhead(pagesOf(task, options))) {
    const sources = jsonElements(jsonMembers(text).get('items') ?? '');
    const rows = items.map((record, index) => {
      for (const { name, field } of fileColumns)
        for (const file of valuesOf(ownOf(record, name)))
          written.files.push({
            record: { id: record.id, collectionId: collection.id },
            name: file,
            isProtected: field?.options['protected'] === true,
          });
      if (ids) written.ids.add(record.id);
      return writer.row({ record, members: jsonMembers(sources[index] ?? '') });
    });
    const before = written.records ? writer.between : '';
    written.records += items.length;
    yield encoder.encode(before + rows.join(writer.between));
  }
  const tail = writer.tail(written.records > 0);
  if (tail) yield encoder.encode(tail);
}
