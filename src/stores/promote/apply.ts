import { atom } from 'nanostores';
import { saveSettings } from '#api/app/settings.ts';
import { findRecords } from '#api/records/by-key.ts';
import { importCollections } from '#api/settings/sync.ts';
import { saveJsonFile } from '#browser/save-file.ts';
import { batchesOf } from '#domain/app/batches.ts';
import { countText } from '#domain/app/count-text.ts';
import { quoteText } from '#domain/app/filter.ts';
import { inParallel } from '#domain/app/in-parallel.ts';
import { type Collection, parseCollection } from '#domain/collections/collection.ts';
import { isSameStructure } from '#domain/collections/editor/same-structure.ts';
import { alignedTo } from '#domain/promote/collections.ts';
import { formatKept, type KeptState } from '#domain/promote/kept.ts';
import { asInTarget, type RecordDifference, sentFields } from '#domain/promote/record-differences.ts';
import { settingsAt } from '#domain/promote/settings.ts';
import { byId } from '#domain/settings/import/effective.ts';
import { importedIndexProblem } from '#domain/settings/import/indexes.ts';
import { lossQuestion } from '#domain/settings/import/losses.ts';
import { confirm } from '#stores/app/confirm.ts';
import { $adminId } from '#stores/app/session.ts';
import { addToast } from '#stores/app/toasts.ts';
import {
  $compared,
  $patch,
  $promoteLossCounts,
  $promoteLosses,
  $selected,
  type Comparison,
  compare,
  MODE,
  type Patch,
  readSnapshot,
} from './compare.ts';
import { type JobTools, runJob } from './job.ts';
import { $chosenRecords, forgetRecords } from './records.ts';
import { sendRecords } from './send-records.ts';

/** Ids per request, and requests at the same time. */
const BATCH = 50;
const PARALLEL = 4;

const CHANGED_MEANWHILE = 'The target has changed since you compared. Check the new differences.';

/** What the last promotion of this tab has replaced; undefined before one, and after it was undone. */
export const $kept = atom<KeptState | undefined>(undefined);

let owner: string | undefined;
// What was kept is not for the next administrator.
$adminId.listen((id) => {
  if (id !== undefined && id !== owner) $kept.set(undefined);
});

const textsOf = (members: ReadonlyMap<string, string>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, members.get(name) ?? 'null']));

/** The collections of the target by id, as they will be. */
function targetsOf({ to }: Comparison, { after }: Patch): ReadonlyMap<string, Collection> {
  const all = new Map([...byId(to.collections), ...byId(after)]);
  return new Map([...all].map(([id, raw]) => [id, parseCollection(raw)]));
}

/** The records with the names that their fields will have in the target. */
function inTargets(
  { to, from }: Comparison,
  records: readonly RecordDifference[],
  targets: ReadonlyMap<string, Collection>,
): readonly RecordDifference[] {
  const [sources, stored] = [byId(alignedTo(to.collections, from.collections)), byId(to.collections)];
  return records.map((record) => {
    const [raw, target] = [sources.get(record.collectionId), targets.get(record.collectionId)];
    if (!raw || !target) return record;
    const old = parseCollection(stored.get(record.collectionId) ?? raw);
    return asInTarget(record, { source: parseCollection(raw), stored: old, target });
  });
}

function keptOf(
  { sides, to, from }: Comparison,
  patch: Patch,
  records: readonly RecordDifference[],
  targets: ReadonlyMap<string, Collection>,
): KeptState {
  return {
    url: sides.to.url,
    at: new Date().toISOString(),
    collections: { before: patch.before, after: patch.after },
    settings: {
      before: settingsAt(to.settings, patch.settings),
      after: settingsAt(from.settings, patch.settings),
    },
    records: records.map(({ collectionId, id, label, source, stored, fields }) => {
      const collection = targets.get(collectionId);
      const created = collection ? sentFields(collection, source).map(({ name }) => name) : [];
      return {
        ...{ collectionId, id, label },
        before: stored && textsOf(stored.members, fields),
        after: textsOf(source.members, stored ? fields : created),
      };
    }),
    recordCollections: [...new Set(records.map(({ collectionId }) => collectionId))].flatMap((id) => {
      const collection = targets.get(id);
      return collection ? [{ ...collection, options: {} }] : [];
    }),
  };
}

/** Whether the target still has what was compared. */
async function isAsCompared(
  { sides, to }: Comparison,
  records: readonly RecordDifference[],
  signal: AbortSignal,
): Promise<boolean> {
  const now = await readSnapshot(sides.to, { signal });
  if (!isSameStructure(now.collections, to.collections) || !isSameStructure(now.settings, to.settings))
    return false;
  const known = byId(to.collections);
  let isSame = true;
  for (const [collection, all] of Map.groupBy(records, ({ collectionId }) => collectionId)) {
    if (!known.has(collection)) continue;
    await inParallel(batchesOf(all, BATCH), PARALLEL, async (batch) => {
      const filter = batch.map(({ id }) => `id=${quoteText(id)}`).join('||');
      const found = await findRecords({ collection, filter, fields: '' }, { signal, backend: sides.to });
      const stored = new Map(found.map((source) => [source.record.id, source]));
      isSame &&= batch.every((each) =>
        isSameStructure([...(each.stored?.members ?? [])], [...(stored.get(each.id)?.members ?? [])]),
      );
    });
  }
  return isSame;
}

async function send(
  comparison: Comparison,
  patch: Patch,
  records: readonly RecordDifference[],
  tools: JobTools,
): Promise<string> {
  const { sides, from } = comparison;
  const { link, step } = tools;
  const targets = targetsOf(comparison, patch);
  step(`Checking ${sides.to.name}…`);
  if (!(await isAsCompared(comparison, records, link.signal))) {
    addToast('warning', CHANGED_MEANWHILE);
    return CHANGED_MEANWHILE;
  }
  const sent = inTargets(comparison, records, targets);
  const kept = keptOf(comparison, patch, sent, targets);
  saveJsonFile(
    `before-promote-${sides.to.name.replaceAll(' ', '-')}-${kept.at.slice(0, 10)}.json`,
    formatKept(kept),
  );
  owner = $adminId.get();
  $kept.set(kept);
  const done: string[] = [];
  if (patch.after.length) {
    step('Importing collections…');
    await importCollections({ collections: patch.after, deleteMissing: false }, link);
    done.push(countText(patch.after.length, 'collection', 'collections'));
  }
  if (patch.settings.length && !tools.stopped.aborted) {
    step('Saving settings…');
    await saveSettings(settingsAt(from.settings, patch.settings), link);
    done.push(countText(patch.settings.length, 'setting', 'settings'));
  }
  if (sent.length)
    done.push(countText(await sendRecords(sent, { from: sides.from, targets }, tools), 'record', 'records'));
  return `${tools.stopped.aborted ? 'Stopped. ' : ''}Promoted to ${sides.to.name}: ${done.join(', ')}.`;
}

/**
 * Refuses what would drop an index, asks, keeps what is there before, and sends the selected parts: collections at once,
 * then settings, then records. Then compares again, also when the target has changed since the comparison; nothing is
 * sent then.
 */
export async function promote(): Promise<void> {
  const load = $compared.get();
  const patch = $patch.get();
  const records = $chosenRecords.get();
  const count = $selected.get().size + records.length;
  if (load.state !== 'ready' || !patch || !count) return;
  const { tools, to: target } = load.value;
  const problem = await importedIndexProblem(target.collections, patch.after, MODE, async () => tools);
  if (problem) {
    addToast('error', problem);
    return;
  }
  const { to } = load.value.sides;
  const what = countText(count, 'difference', 'differences');
  const where = to.production ? `${to.name}, which is a production backend` : to.name;
  const loss = lossQuestion($promoteLosses.get(), $promoteLossCounts.get());
  const options = { loss: loss ?? '', ...(to.production || loss ? { backend: to } : {}) };
  if (!(await confirm(`Do you really want to promote ${what} to ${where}?`, options))) return;
  await runJob('promote', to, (tools) => send(load.value, patch, records, tools));
  forgetRecords();
  await compare();
}
