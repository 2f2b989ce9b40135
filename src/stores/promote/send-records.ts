import { toApiError } from '#api/client.ts';
import { loadFile } from '#api/records/load-file.ts';
import type { NamedBackend } from '#domain/app/backends.ts';
import { inParallel } from '#domain/app/in-parallel.ts';
import { ownOf } from '#domain/app/own.ts';
import { randomPassword } from '#domain/app/random-secret.ts';
import type { Collection } from '#domain/collections/collection.ts';
import { valuesOf } from '#domain/field-types/field-type.ts';
import { type RecordDifference, recordKey, sentFields } from '#domain/promote/record-differences.ts';
import { FileProblem } from '#domain/records/import/problem.ts';
import { type FormField, formFieldsOf } from '#domain/records/panel/fields.ts';
import { sourceOf } from '#domain/records/panel/record-source.ts';
import { readValues } from '#domain/records/panel/values.ts';
import { type KeptRecord, withoutReferences } from '#domain/records/undo/kept.ts';
import { restoreSteps } from '#domain/records/undo/order.ts';
import { createFileLoader, type FileLoader } from '#stores/app/file-token.ts';
import { patiently } from '#stores/app/patiently.ts';
import { reasonOf, type SentFiles, sendRow, type Write } from '#stores/records/import/send.ts';
import type { Link } from '#stores/records/link.ts';
import type { JobTools } from './job.ts';

/** Requests at the same time. */
const PARALLEL = 8;

type Sent = Omit<Write, 'id'>;

interface Sending {
  /** Whether it counts as one of the records. */
  readonly counts?: boolean;
  readonly files?: SentFiles | undefined;
}

/** A new user needs a password, and that of the source can't be read. */
function withPassword({ action, fields, values }: Sent, collection: Collection): Sent {
  const passwords = formFieldsOf(collection, true).filter(({ name }) => name === 'password');
  if (!passwords.length) return { action, fields, values };
  return {
    ...{ action, fields: [...fields, ...passwords] },
    values: { ...values, password: randomPassword() },
  };
}

/** What loads the files of the source. */
interface SourceFiles {
  readonly from: NamedBackend;
  readonly signal: AbortSignal;
  readonly withToken: FileLoader;
}

/** The files of a new record, loaded from the source one by one. */
function filesOf(
  { source: { record } }: RecordDifference,
  { schema }: Collection,
  { from, signal, withToken }: SourceFiles,
  link: Link,
): SentFiles | undefined {
  const changes = schema.flatMap(({ name: field, type }) => {
    const names = type === 'file' ? valuesOf(ownOf(record, field)) : [];
    return names.length ? [{ field, kept: [], added: names.map((name) => ({ name, path: name })) }] : [];
  });
  if (!changes.length) return undefined;
  const options = { backend: from, signal };
  return {
    changes,
    async read(name) {
      try {
        // Whether the source protects the file is not known here.
        const load = () => withToken((token) => loadFile(record, name, { ...options, token }));
        return await patiently(load, { ...options, onWait: () => {} });
      } catch (thrown) {
        const error = toApiError(thrown);
        // Without a session with the source, no other file can be loaded either.
        if (link.signal.aborted || error.status === 401) throw error;
        throw new FileProblem(`“${name}” could not be loaded from ${from.name}: ${error.message}`);
      }
    },
    // Only a new record is sent with files.
    areStored: async () => true,
  };
}

/**
 * Creates and updates records, each after those to which it refers; references in a circle are added at the end. Notes
 * what was refused; resolves to the number of records that were stored. New ones get their files from the source.
 */
export async function sendRecords(
  records: readonly RecordDifference[],
  { from, targets }: { readonly from: NamedBackend; readonly targets: ReadonlyMap<string, Collection> },
  tools: JobTools,
): Promise<number> {
  const { link, step, countOne, leave, stopped } = tools;
  const signal = AbortSignal.any([link.signal, stopped]);
  const source = { from, signal, withToken: createFileLoader({ backend: from, signal }) };
  const known = records.flatMap((difference) => {
    const collection = targets.get(difference.collectionId);
    return collection ? [{ difference, collection }] : [];
  });
  step('Sending records…', known.length);
  let stored = 0;

  async function sendOne(difference: RecordDifference, sent: Sent, { counts = true, files }: Sending = {}) {
    const { collectionId, id, label } = difference;
    const problems = await sendRow(collectionId, { id, ...sent }, link, files).catch((thrown) => {
      if (!(thrown instanceof FileProblem)) throw thrown;
      return [{ field: '', message: thrown.message }];
    });
    if (counts) countOne();
    if (!problems.length) {
      if (counts) stored += 1;
      return true;
    }
    leave({ key: recordKey(difference), label: label || id, reason: reasonOf(problems) });
    return false;
  }

  const fresh = new Map<KeptRecord, { difference: RecordDifference; collection: Collection }>();
  for (const each of known.filter(({ difference }) => !difference.stored)) {
    const { label, source } = each.difference;
    fresh.set({ collection: each.collection, label, source, files: new Map() }, each);
  }
  const mayGoOn = () => !stopped.aborted;
  const later: (() => Promise<unknown>)[] = [];
  for (const { records: some, missing } of restoreSteps([...fresh.keys()])) {
    await inParallel(
      some,
      PARALLEL,
      async (kept) => {
        const each = fresh.get(kept);
        if (!each) return;
        const { difference, collection } = each;
        // A value that was never set is none, unlike a stored JSON null.
        const fields = sentFields(collection, difference.source).filter(
          ({ name }) => difference.source.members.get(name) !== 'null',
        );
        const all = readValues(fields, difference.source);
        const reduced = missing.size ? withoutReferences(kept, missing) : undefined;
        const isLater = ({ name }: FormField) => reduced?.after.has(name) === true;
        const first = reduced
          ? readValues(fields.filter(isLater), sourceOf(difference.id, reduced.after))
          : {};
        const isCreated = await sendOne(
          difference,
          withPassword({ action: 'create', fields, values: { ...all, ...first } }, collection),
          { files: filesOf(difference, collection, source, link) },
        );
        if (isCreated && reduced)
          later.push(() =>
            sendOne(
              difference,
              { action: 'update', fields: fields.filter(isLater), values: all },
              { counts: false },
            ),
          );
      },
      mayGoOn,
    );
  }
  const changed = known.filter(({ difference }) => difference.stored);
  await inParallel(
    changed,
    PARALLEL,
    async ({ difference, collection }) => {
      const fields = sentFields(collection, difference.source).filter(({ name }) =>
        difference.fields.includes(name),
      );
      await sendOne(difference, { action: 'update', fields, values: readValues(fields, difference.source) });
    },
    mayGoOn,
  );
  await inParallel(later, PARALLEL, async (send) => void (await send()), mayGoOn);
  return stored;
}
