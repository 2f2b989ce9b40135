import { atom, computed } from 'nanostores';
import { loadSettings } from '#api/app/settings.ts';
import { forgetSession, signIn } from '#api/auth/admins.ts';
import { visitBackend } from '#api/auth/visit.ts';
import { api, type CallOptions, toApiError } from '#api/client.ts';
import { listEntries } from '#api/settings/sync.ts';
import { currentBackend } from '#browser/backends.ts';
import { store } from '#browser/storage.ts';
import { ApiError } from '#domain/app/api-error.ts';
import type { NamedBackend } from '#domain/app/backends.ts';
import type { LoadState } from '#domain/app/load-state.ts';
import { BACKEND_KEY } from '#domain/app/storage-keys.ts';
import { isLeftAlone } from '#domain/arrangements/own-collection.ts';
import type { ConfigurationFormat } from '#domain/backend/configuration.ts';
import { type IndexTools, loadIndexTools } from '#domain/model/index-sql/load-tools.ts';
import { compareCollections, patchCollections } from '#domain/promote/collections.ts';
import {
  compareSettings,
  type DifferenceGroup,
  differencesOf,
  withNeeds,
  withoutNeeding,
} from '#domain/promote/difference.ts';
import { type Outcome, outcomeOf } from '#domain/settings/import/outcome.ts';
import { knownLine } from '#routing/line.ts';
import { report } from '#stores/app/report.ts';
import { createLatest } from '#stores/base/running.ts';
import { createImpact } from '#stores/settings/impact.ts';
import { lineNow } from '#wire/capabilities.ts';
import { loadConfiguration } from '#wire/configuration.ts';
import { isValidAdminToken } from '#wire/identities.ts';
import { sharedSettings } from '#wire/save-settings.ts';

/** What is compared: parts of `from` can be promoted to `to`. */
export interface Sides {
  readonly from: NamedBackend;
  readonly to: NamedBackend;
}

/** The compared backends; undefined before the panel is open. */
export const $sides = atom<Sides | undefined>(undefined);

/** The backend that needs a sign-in before anything can be compared. */
export const $signInTo = atom<NamedBackend | undefined>(undefined);

const isSignedIn = (backend: NamedBackend): boolean =>
  isValidAdminToken(api(backend).session.token, Date.now());

/** Asks for the sign-in to the first backend without a valid session; whether both have one. */
function checkSignIns(): boolean {
  const { from, to } = $sides.get() ?? {};
  const missing = [from, to].find((backend) => backend && !isSignedIn(backend));
  $signInTo.set(missing);
  return missing === undefined;
}

const SECOND_FACTOR =
  'This account needs a second factor. Open this backend in Atoll in a tab of its own and sign in there.';

/** Whether the compared backends are of different lines: nothing of one can be sent to the other. */
export const $areUnlike = atom(false);

/** Looks whether one of them is known to be of another line than that of this tab; true if none is. */
function checkLines(): boolean {
  const { from, to } = $sides.get() ?? {};
  const lines = [from, to].map((backend) => backend && knownLine(api(backend).session.token, backend));
  const areUnlike = lines.some((line) => line && line !== lineNow());
  $areUnlike.set(areUnlike);
  return !areUnlike;
}

/** Signs in to the other backend, whose session is stored as that of a visit to it. Throws ApiError. */
export async function signInTo(backend: NamedBackend, email: string, password: string): Promise<void> {
  try {
    await signIn(email, password, { backend });
  } catch (thrown) {
    const error = toApiError(thrown);
    if (error.step) throw new ApiError({ ...error, message: SECOND_FACTOR, text: SECOND_FACTOR });
    // Another line has no such route.
    const { line } = error.status === 404 ? await visitBackend({ backend }) : {};
    if (line) store(BACKEND_KEY, line, backend);
    if (checkLines()) throw error;
  }
}

/** The error of a call to either backend. Asks for a sign-in if the other one refuses its session, else reports it. */
export function reportSide(thrown: unknown): ApiError {
  const error = toApiError(thrown);
  const { from, to } = $sides.get() ?? {};
  const other = [from, to].find((backend) => backend && backend.name === error.elsewhere);
  if (!other || (error.status !== 401 && error.status !== 403)) return report(error);
  forgetSession({ backend: other });
  checkSignIns();
  return error;
}

/** Whether this is the backend of the tab, whose screens show what changes there. */
export const isCurrent = (backend: NamedBackend): boolean => backend.name === currentBackend()?.name;

const BATCH = 200;
/** Nothing is deleted, neither collections nor fields. */
const MODE = { merge: true, deleteMissing: false } as const;

/** What a backend has, without Atoll's own collection, and without secrets; throws ApiError. */
export async function readSnapshot(backend: NamedBackend, options: CallOptions) {
  const call = { ...options, backend };
  const [all, stored] = await Promise.all([listEntries(BATCH, call), loadSettings(call)]);
  const collections = all.filter((one) => !isLeftAlone(one));
  return { collections, settings: sharedSettings(stored) };
}

type Snapshot = Awaited<ReturnType<typeof readSnapshot>>;

export interface Comparison {
  readonly sides: Sides;
  readonly from: Snapshot;
  readonly to: Snapshot;
  readonly tools: IndexTools;
  readonly format: ConfigurationFormat;
  readonly collections: readonly DifferenceGroup[];
  readonly settings: readonly DifferenceGroup[];
}

export const $compared = atom<LoadState<Comparison>>({ state: 'busy' });
/** Ids of the selected differences. */
export const $selected = atom<ReadonlySet<string>>(new Set());
const comparing = createLatest();

/** Compares both backends; asks for a sign-in first if it is needed. Reports errors. */
export async function compare(): Promise<void> {
  const sides = $sides.get();
  const signal = comparing.begin();
  if (!sides || !checkLines() || !checkSignIns()) return;
  $compared.set({ state: 'busy' });
  try {
    const [from, to, tools, format] = await Promise.all([
      readSnapshot(sides.from, { signal }),
      readSnapshot(sides.to, { signal }),
      loadIndexTools(),
      loadConfiguration(),
    ]);
    signal.throwIfAborted();
    const collections = compareCollections(to.collections, from.collections, tools, format);
    const settings = compareSettings(to.settings, from.settings);
    $selected.set(new Set());
    $compared.set({ state: 'ready', value: { sides, from, to, tools, format, collections, settings } });
  } catch (thrown) {
    const error = signal.aborted ? toApiError(thrown) : reportSide(thrown);
    if (!signal.aborted) $compared.set({ state: 'failed', error });
  }
}

export function forgetComparison(): void {
  comparing.abort();
  $areUnlike.set(false);
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

export interface Patch {
  readonly outcome: Outcome;
  readonly settings: readonly (readonly string[])[];
}

/** What will be sent; undefined while nothing is compared. */
export const $patch = computed([$compared, $selected], (load, selected): Patch | undefined => {
  if (load.state !== 'ready') return undefined;
  const { to, from, tools, format, collections, settings } = load.value;
  const patch = patchCollections(to.collections, from.collections, collections, selected, tools, format);
  return {
    outcome: outcomeOf(to.collections, patch, MODE, format),
    settings: differencesOf(settings).flatMap(({ id, part }) =>
      part.of === 'setting' && selected.has(id) ? [part.path] : [],
    ),
  };
});

/** What the selected differences do to stored values, rules and view queries of the target. */
export const $promoteImpact = createImpact(
  computed($patch, (patch) => patch?.outcome),
  () => ({ backend: $sides.get()?.to }),
);
