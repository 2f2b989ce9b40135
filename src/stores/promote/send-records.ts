import { inParallel } from '#domain/app/in-parallel.ts';
import { randomSecret } from '#domain/app/random-secret.ts';
import type { Collection } from '#domain/collections/collection.ts';
import { type RecordDifference, sentFields } from '#domain/promote/record-differences.ts';
import { type FormField, formFieldsOf } from '#domain/records/panel/fields.ts';
import { sourceOf } from '#domain/records/panel/record-source.ts';
import { readValues } from '#domain/records/panel/values.ts';
import { type KeptRecord, withoutReferences } from '#domain/records/undo/kept.ts';
import { restoreSteps } from '#domain/records/undo/order.ts';
import { sendRow, type Write } from '#stores/records/import/send.ts';
import type { JobTools } from './job.ts';

/** Requests at the same time. */
const PARALLEL = 8;
/** The longest password that the backend accepts. */
const PASSWORD_LENGTH = 71;

type Sent = Omit<Write, 'id'>;

/** A new user needs a password, and that of the source can't be read. */
function withPassword({ action, fields, values }: Sent, collection: Collection): Sent {
  const passwords = formFieldsOf(collection, true).filter(({ name }) => name === 'password');
  if (!passwords.length) return { action, fields, values };
  return {
    ...{ action, fields: [...fields, ...passwords] },
    values: { ...values, password: randomSecret(PASSWORD_LENGTH) },
  };
}

/**
 * Creates and updates records, each after those to which it refers; references in a circle are added at the end. Notes
 * what was refused; resolves to the number of records that were stored.
 */
export async function sendRecords(
  records: readonly RecordDifference[],
  targets: ReadonlyMap<string, Collection>,
  { link, step, countOne, leave, isStopped }: JobTools,
): Promise<number> {
  const known = records.flatMap((difference) => {
    const collection = targets.get(difference.collectionId);
    return collection ? [{ difference, collection }] : [];
  });
  step('Sending records…', known.length);
  let stored = 0;

  async function sendOne({ collectionId, id, label }: RecordDifference, sent: Sent, counts = true) {
    const problems = await sendRow(collectionId, { id, ...sent }, link);
    if (counts) countOne();
    if (!problems.length) {
      if (counts) stored += 1;
      return true;
    }
    const reason = problems.map(({ field, message }) => (field ? `${field}: ${message}` : message)).join(' ');
    leave({ key: `${collectionId} ${id}`, label: label || id, reason });
    return false;
  }

  const fresh = new Map<KeptRecord, { difference: RecordDifference; collection: Collection }>();
  for (const each of known.filter(({ difference }) => !difference.stored)) {
    const { label, source } = each.difference;
    fresh.set({ collection: each.collection, label, source, files: new Map() }, each);
  }
  const mayGoOn = () => !isStopped();
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
        );
        if (isCreated && reduced)
          later.push(() =>
            sendOne(difference, { action: 'update', fields: fields.filter(isLater), values: all }, false),
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
