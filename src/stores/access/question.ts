import { computed, map } from 'nanostores';
import { loadSettings } from '#api/app/settings.ts';
import { exampleBody } from '#domain/access/example-body.ts';
import { expandPaths } from '#domain/access/expands.ts';
import { isObject, type JsonObject, parseJson } from '#domain/app/lenient.ts';
import type { Collection, Rule } from '#domain/backend/collection.ts';
import { namesIn } from '#domain/model/filter/walk.ts';
import type { RecordData } from '#domain/records/record.ts';
import { APPLICATION_FIELDS } from '#domain/settings/application.ts';
import { $collectionList } from '#stores/collections/list.ts';
import { createLoader } from '#stores/factories/create-loader.ts';
import { readSettings } from '#wire/setting-values.ts';
import type { TryOperation } from './try-rule.ts';

/** Parts of a request that rules may mention, and the values of a change, as JSON texts. */
export const REQUEST_PARTS = { query: 'Query parameters', headers: 'Headers', body: 'Values' } as const;
export type RequestPart = keyof typeof REQUEST_PARTS;

/** Who asks: a guest, or a user once one is chosen. */
export interface Identity {
  /** Id of an auth collection; empty for a guest. */
  readonly authId: string;
  readonly user: RecordData | undefined;
}

const GUEST: Identity = { authId: '', user: undefined };
/** Side by side. */
export const MOST_IDENTITIES = 3;

export interface TryValues {
  /** At least one. */
  readonly who: readonly Identity[];
  readonly collectionId: string;
  readonly operation: TryOperation;
  /** The record to view or to change, or to look for in the list. */
  readonly record: RecordData | undefined;
  readonly parts: Readonly<Record<RequestPart, string>>;
  /** Paths of relations that come with what is read. */
  readonly expand: readonly string[];
}

/**
 * Whether a change can be tried: in a batch that fails at its end. It is `none` where a backend has no batches, and `off`
 * where its settings allow none, or none of two changes.
 */
export type Batches = 'none' | 'off' | 'on';

const readBatches = async (signal: AbortSignal): Promise<Batches> => {
  const settings = readSettings(APPLICATION_FIELDS, await loadSettings({ signal }));
  if (settings['batch.isEnabled'] === undefined) return 'none';
  return settings['batch.isEnabled'] && (settings['batch.maxRequests'] ?? 0) >= 2 ? 'on' : 'off';
};

const NO_OBJECT = 'Enter a JSON object, such as {"title": "New"}.';

/** Reads a typed part of a request; a text says why it can't be sent. */
export function readPart(part: RequestPart, typed: string): JsonObject | string {
  const value = parseJson(typed.trim() || '{}');
  if (!isObject(value)) return NO_OBJECT;
  if (part === 'body') return value;
  const texts = Object.entries(value).map(([name, one]) => [
    // Clients send `x-token` for `x_token`, as rules have it.
    part === 'headers' ? name.replaceAll('_', '-') : name,
    typeof one === 'string' ? one : JSON.stringify(one),
  ]);
  const read: Record<string, string> = Object.fromEntries(texts);
  try {
    if (part === 'headers') new Headers(read);
    return read;
  } catch {
    return 'No request can have these headers.';
  }
}

export const isWrite = (operation: TryOperation): operation is Writing =>
  operation === 'createRule' || operation === 'updateRule' || operation === 'deleteRule';
type Writing = 'createRule' | 'updateRule' | 'deleteRule';

/** What can be tried of a collection. */
export function operationsOf(collection: Collection | undefined): readonly TryOperation[] {
  const hasFiles = collection?.fields.some((field) => field.type === 'file');
  const hasWrites = collection && collection.type !== 'view';
  return [
    ...(['listRule', 'viewRule'] as const),
    ...(hasFiles ? (['files'] as const) : []),
    ...(hasWrites ? (['createRule', 'updateRule', 'deleteRule'] as const) : []),
  ];
}

const hasBody = (operation: TryOperation): boolean =>
  operation === 'createRule' || operation === 'updateRule';

/** What the values of a change are at first. */
const firstBody = (operation: TryOperation, collection: Collection | undefined): string =>
  operation === 'createRule' && collection ? exampleBody(collection) : '{}';

/** The collection with this id. */
export const collectionOf = (id: string): Collection | undefined =>
  $collectionList.get().find((one) => one.id === id);

/** All rules that decide about what is asked for. @param paths by which the collection can be expanded */
const rulesAsked = (
  { operation, expand }: TryValues,
  rule: Rule | undefined,
  collection: Collection | undefined,
  paths: ReturnType<typeof expandPaths>,
): readonly (Rule | undefined)[] => [
  rule,
  ...(isWrite(operation) ? [collection?.manageRule] : []),
  ...paths.filter(({ path }) => expand.includes(path)).map((one) => one.collection.viewRule),
];

/** Creates what is asked, and by whom. @param onChange is called after each change */
export function createQuestion(onChange: () => void) {
  const $values = map<TryValues>({
    who: [GUEST],
    collectionId: $collectionList.get()[0]?.id ?? '',
    operation: 'listRule',
    record: undefined,
    parts: { query: '{}', headers: '{}', body: '{}' },
    expand: [],
  });
  const batches = createLoader<Batches>({ request: readBatches, keepsValue: true });
  const $collection = computed([$values, $collectionList], ({ collectionId }) => collectionOf(collectionId));
  const $rule = computed(
    [$values, $collection],
    ({ operation }, collection) => collection?.[operation === 'files' ? 'viewRule' : operation],
  );
  const $batches = computed(batches.$load, (load) => (load.state === 'ready' ? load.value : undefined));
  const paths = () => {
    const collection = $collection.get();
    return collection ? expandPaths(collection, $collectionList.get()) : [];
  };
  const $parts = computed([$values, $rule, $batches], (values, rule, known): readonly RequestPart[] => {
    const { operation } = values;
    const asked = rulesAsked(values, rule, $collection.get(), paths());
    const read = asked.flatMap((one) => [...namesIn(one ?? '')]);
    const isRead = (part: string) => read.some((path) => path.startsWith(`@request.${part}.`));
    const isSent = !isWrite(operation) || known === 'on';
    const sent = (['query', 'headers'] as const).filter((part) => isSent && isRead(part));
    return known === 'on' && hasBody(operation) ? [...sent, 'body'] : sent;
  });

  const set = (change: Partial<TryValues>): void => {
    const before = $values.get();
    const wanted = { ...before, ...change };
    const isOffered = operationsOf(collectionOf(wanted.collectionId)).includes(wanted.operation);
    const next: TryValues = isOffered ? wanted : { ...wanted, operation: 'listRule' };
    const isOther = next.collectionId !== before.collectionId;
    const isUntouched =
      !change.parts && before.parts.body === firstBody(before.operation, collectionOf(before.collectionId));
    const body = isUntouched ? firstBody(next.operation, collectionOf(next.collectionId)) : next.parts.body;
    $values.set({
      ...next,
      parts: { ...next.parts, body },
      ...(isOther && { record: undefined, expand: [] }),
    });
    if (isWrite(next.operation) && !isWrite(before.operation)) void batches.load();
    onChange();
  };

  return {
    $values,
    /** Changes what is asked for. */
    set,
    /** Changes who asks. @param at the position among those side by side */
    setWho: (at: number, change: Partial<Identity>): void => {
      const changed = (one: Identity): Identity => {
        const next = { ...one, ...change };
        return next.authId === one.authId ? next : { ...next, user: change.user };
      };
      set({ who: $values.get().who.map((one, place) => (place === at ? changed(one) : one)) });
    },
    /** Compares with a guest, or with a user who is then to be chosen. */
    addWho: (authId = ''): void => set({ who: [...$values.get().who, { ...GUEST, authId }] }),
    removeWho: (at: number): void => set({ who: $values.get().who.toSpliced(at, 1) }),
    $collection,
    /** That which decides; of files it is the view rule. */
    $rule,
    /** Those that are sent, and that somebody has to fill in. */
    $parts,
    /** Undefined until it is known, which is asked when a change is first chosen. */
    $batches,
    batches,
    /** By what the chosen collection can be expanded. */
    expandPaths: paths,
  };
}
