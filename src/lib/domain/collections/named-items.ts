// chunks: named
import * as v from 'valibot';
import { parseJson } from '#domain/app/lenient.ts';
import { LINE } from '#domain/app/stored.ts';
import type { Collection } from '#domain/backend/collection.ts';

const entries = {
  id: v.pipe(v.string(), v.nonEmpty()),
  name: v.pipe(v.string(), v.nonEmpty()),
  collectionId: v.string(),
  collectionName: v.string(),
  /** Whether it is used without being chosen; one of a collection at most. */
  isDefault: v.boolean(),
  [LINE]: v.optional(v.string()),
};
const namedItem = v.object(entries);

/** What is kept by name for a collection. */
export type NamedItem = Readonly<v.InferOutput<typeof namedItem>>;

/** A named item with a content of its own, such as a template. */
export type Named<Content extends object> = NamedItem & Content;

/** Reads items with different ids. Of defaults of one collection, chosen by two administrators, the first one stays. */
export function parseItems<Content extends object>(
  text: string,
  isContent: (value: object) => value is Content,
): Named<Content>[] {
  const ids = new Set<string>();
  const isItem = (value: unknown): value is Named<Content> =>
    v.is(namedItem, value) && isContent(value) && !ids.has(value.id) && !!ids.add(value.id);
  const withDefault = new Set<string>();
  const isFirst = ({ collectionId }: NamedItem) =>
    !withDefault.has(collectionId) && !!withDefault.add(collectionId);
  const from = parseJson(text);
  const items = Array.isArray(from) ? from.filter(isItem) : [];
  return items.map((one) => (one.isDefault && !isFirst(one) ? { ...one, isDefault: false } : one));
}

/** The collection of items; what belongs to none has one of its own. */
export type ItemOwner = Pick<Collection, 'id' | 'name'>;

/** Whether an item is for this collection: by id, on another backend by name. */
export const isItemOf = ({ id, name }: ItemOwner, item: NamedItem): boolean =>
  item.collectionId === id || item.collectionName === name;

/** `list` with an item in place of the one with its name; only one of a collection is the default. */
export const withItem = <Item extends NamedItem>(list: readonly Item[], added: Item): Item[] => [
  ...list
    .filter((one) => one.collectionId !== added.collectionId || one.name !== added.name)
    .map((one) =>
      added.isDefault && one.collectionId === added.collectionId ? { ...one, isDefault: false } : one,
    ),
  added,
];

/** All but what {@link NamedItem} has, to compare. */
const contentText = (item: NamedItem): string =>
  JSON.stringify(Object.entries(item).filter(([key]) => !Object.hasOwn(entries, key)));

/** `list` with the items of a file, which replace none: another one of the same name gets a number. */
export function withImported<Item extends NamedItem>(
  list: readonly Item[],
  imported: readonly Item[],
): Item[] {
  let all = [...list];
  for (const one of imported) {
    const own = all.filter(({ collectionId }) => collectionId === one.collectionId);
    const isSame = (known: Item) =>
      known.name.replace(/ \(\d+\)$/, '') === one.name && contentText(known) === contentText(one);
    if (own.some(isSame)) continue;
    const isTaken = (name: string) => own.some((known) => known.name === name);
    let name = one.name;
    for (let number = 2; isTaken(name); number++) name = `${one.name} (${number})`;
    const isDefault = one.isDefault && !own.some((known) => known.isDefault);
    all = withItem(all, { ...one, name, isDefault });
  }
  return all;
}
