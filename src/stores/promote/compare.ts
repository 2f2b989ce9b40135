import { atom, computed } from 'nanostores';
import { loadSettings } from '#api/app/settings.ts';
import { type CallOptions, toApiError } from '#api/client.ts';
import { listRawCollections } from '#api/settings/sync.ts';
import type { NamedBackend } from '#domain/app/backends.ts';
import type { JsonObject } from '#domain/app/is-object.ts';
import type { LoadState } from '#domain/app/load-state.ts';
import { isLeftAlone } from '#domain/arrangements/own-collection.ts';
import { type IndexTools, loadIndexTools } from '#domain/collections/editor/index-sql/load-tools.ts';
import { compareCollections } from '#domain/promote/collections.ts';
import {
  type DifferenceGroup,
  differencesOf,
  isPromotable,
  withNeeds,
  withoutNeeding,
} from '#domain/promote/difference.ts';
import { patchCollections } from '#domain/promote/patch.ts';
import { compareSettings } from '#domain/promote/settings.ts';
import { lossesOf } from '#domain/settings/import/losses.ts';
import type { RawCollection } from '#domain/settings/import/raw.ts';
import { staleReferences } from '#domain/settings/import/references.ts';
import { createLatest } from '#stores/base/running.ts';
import { createLossCounts } from '#stores/settings/loss-counts.ts';
import { $sides, checkSignIns, reportSide, type Sides } from './sides.ts';

/** Number of collections per request. */
const BATCH = 200;
/** Nothing is deleted, neither collections nor fields. */
export const MODE = { merge: true, deleteMissing: false } as const;

/** What a backend has, without its records. */
export interface Snapshot {
  readonly collections: readonly RawCollection[];
  /** With masks in place of secrets. */
  readonly settings: JsonObject;
}

/** Two backends and their differences. */
export interface Comparison {
  readonly sides: Sides;
  readonly from: Snapshot;
  readonly to: Snapshot;
  readonly tools: IndexTools;
  readonly collections: readonly DifferenceGroup[];
  readonly settings: readonly DifferenceGroup[];
}

/** The differences of {@link $sides}. */
export const $compared = atom<LoadState<Comparison>>({ state: 'busy' });
/** Ids of the selected differences. */
export const $selected = atom<ReadonlySet<string>>(new Set());
const comparing = createLatest();

/** Reads what a backend has now, without Atoll's own collection; throws ApiError. */
export async function readSnapshot(backend: NamedBackend, options: CallOptions): Promise<Snapshot> {
  const call = { ...options, backend };
  const [all, settings] = await Promise.all([listRawCollections(BATCH, call), loadSettings(call)]);
  const collections = all.filter((one) => !isLeftAlone(one));
  return { collections, settings };
}

/** Compares both backends; asks for a sign-in first if it is needed. Reports errors. */
export async function compare(): Promise<void> {
  const sides = $sides.get();
  const signal = comparing.begin();
  if (!sides || !checkSignIns()) return;
  $compared.set({ state: 'busy' });
  try {
    const [from, to, tools] = await Promise.all([
      readSnapshot(sides.from, { signal }),
      readSnapshot(sides.to, { signal }),
      loadIndexTools(),
    ]);
    signal.throwIfAborted();
    const collections = compareCollections(to.collections, from.collections, tools);
    const settings = compareSettings(to.settings, from.settings);
    $selected.set(new Set());
    $compared.set({ state: 'ready', value: { sides, from, to, tools, collections, settings } });
  } catch (thrown) {
    const error = signal.aborted ? toApiError(thrown) : reportSide(thrown);
    if (!signal.aborted) $compared.set({ state: 'failed', error });
  }
}

/** Stops comparing and forgets the result. */
export function forgetComparison(): void {
  comparing.abort();
  $compared.set({ state: 'busy' });
  $selected.set(new Set());
}

const $groups = computed($compared, (load) =>
  load.state === 'ready' ? [...load.value.collections, ...load.value.settings] : [],
);

/** Selects these differences with all that they need, or deselects them with all that needs them. */
export function selectDifferences(ids: readonly string[], isOn: boolean): void {
  const all = differencesOf($groups.get());
  const selected = $selected.get();
  $selected.set(isOn ? withNeeds(all, [...selected, ...ids]) : withoutNeeding(all, selected, ids));
}

const chosen = (
  groups: readonly DifferenceGroup[],
  selected: ReadonlySet<string>,
): readonly DifferenceGroup[] =>
  groups.map((group) => ({
    ...group,
    differences: group.differences.filter((each) => isPromotable(each) && selected.has(each.id)),
  }));

/** What the selected differences do to the target. */
export interface Patch {
  readonly collections: readonly RawCollection[];
  readonly settings: readonly (readonly string[])[];
}

/** What will be sent; undefined while nothing is compared. */
export const $patch = computed([$compared, $selected], (load, selected): Patch | undefined => {
  if (load.state !== 'ready') return undefined;
  const { to, from, tools, collections, settings } = load.value;
  return {
    collections: patchCollections(to.collections, from.collections, chosen(collections, selected), tools),
    settings: differencesOf(chosen(settings, selected)).flatMap(({ part }) =>
      part.of === 'setting' ? [part.path] : [],
    ),
  };
});

/** Stored values of the target that no longer fit, or are lost. */
export const $promoteLosses = computed([$compared, $patch], (load, patch) =>
  load.state === 'ready' && patch ? lossesOf(load.value.to.collections, patch.collections, MODE) : [],
);

/** Rules and view queries of the target that still use names which the selected differences change. */
export const $promoteReferences = computed([$compared, $patch], (load, patch) =>
  load.state === 'ready' && patch ? staleReferences(load.value.to.collections, patch.collections, MODE) : [],
);

/** The numbers of records of {@link $promoteLosses}. */
export const { $counts: $promoteLossCounts, $isCounted: $promoteIsCounted } = createLossCounts(
  $promoteLosses,
  () => ({ backend: $sides.get()?.to }),
);
