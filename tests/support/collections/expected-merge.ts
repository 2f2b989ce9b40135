import { type Collection, ownFields } from '#domain/backend/collection.ts';
import { type Field, ownMembers } from '#domain/backend/field.ts';
import { toCollection } from '#domain/collections/editor/body.ts';
import { authValues, type CollectionValues } from '#domain/collections/editor/values.ts';
import { ruleNames, ruleOf } from '#domain/collections/rules.ts';
import * as tools from '#domain/model/index-sql/tools.ts';
import type { Choices } from '#domain/model/parts.ts';

/** The content of a collection by its parts; a missing part has no entry. */
type Parts = Map<string, string>;

const isBlank = (value: unknown) =>
  value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0);

/** The properties of a field; its id is the key of the part. */
function fieldParts(field: Field): Parts {
  const { name, type, isRequired, isPresentable } = field;
  const parts: Parts = new Map([
    ['name', name],
    ['type', type],
    ['isRequired', String(isRequired)],
    ['isPresentable', String(isPresentable)],
  ]);
  for (const [option, value] of Object.entries(ownMembers(field))) {
    if (!isBlank(value)) parts.set(`options.${option}`, JSON.stringify(value));
  }
  return parts;
}

/** Replaces the column of a new or missing field. */
const OTHER = 'other';

/** Indexes by name, with the ids of their columns if known. */
function indexParts(collection: Collection, known?: ReadonlySet<string>): Parts {
  const ids = new Map(ownFields(collection).map(({ id, name }) => [name, id]));
  return new Map(
    collection.indexes.map((sql) => {
      const { indexName = sql, unique, columns = [] } = tools.parseIndex(sql) ?? {};
      const fields = columns.map(({ name }) => ids.get(name) ?? OTHER);
      return [
        indexName,
        JSON.stringify([unique, fields.map((id) => ((known?.has(id) ?? true) ? id : OTHER))]),
      ];
    }),
  );
}

function restParts(collection: Collection): Parts {
  const parts: Parts = new Map([['name', collection.name]]);
  for (const name of ruleNames) parts.set(name, JSON.stringify(ruleOf(collection, name)));
  for (const [name, value] of Object.entries(authValues(collection.auth))) {
    parts.set(`options.${name}`, JSON.stringify(value ?? []));
  }
  return parts;
}

/** A draft as the backend stores it; new fields have their names as ids. */
export function storedAs(values: CollectionValues): Collection {
  const collection = toCollection(values, tools);
  return {
    ...collection,
    fields: collection.fields.map((field) => ({ ...field, id: field.id || field.name })),
  };
}

const same = (a: Parts | undefined, b: Parts | undefined) =>
  JSON.stringify([...(a ?? [])].sort()) === JSON.stringify([...(b ?? [])].sort());

/** The expected result of a merge of three versions. */
export interface Expected {
  /** Ids of the parts that both sides changed differently. */
  readonly conflicts: ReadonlySet<string>;
  readonly rest: Parts;
  readonly indexes: Parts;
  /** The saved fields that remain, by id. */
  readonly fields: ReadonlyMap<string, Parts>;
  /** Names of the new fields of both sides. */
  readonly added: ReadonlySet<string>;
  /** Ids of the saved fields, in order. */
  readonly order: readonly string[];
}

/** The stored collection in the same parts, for a comparison with {@link Expected}. */
export function partsOf(collection: Collection, known: ReadonlySet<string>): Omit<Expected, 'conflicts'> {
  const own = ownFields(collection);
  const saved = own.filter(({ id }) => known.has(id));
  return {
    rest: restParts(collection),
    indexes: indexParts(collection, known),
    fields: new Map(saved.map((field) => [field.id, fieldParts(field)])),
    added: new Set(own.filter(({ id }) => !known.has(id)).map(({ name }) => name)),
    order: saved.map(({ id }) => id),
  };
}

/**
 * Computes, without the code under test, the expected merge of `mine` (based on `base`) with the stored `theirs`: a
 * part that one side did not change comes from the other side; of a part that both changed, the chosen side wins.
 */
export function expectedMerge(
  base: Collection,
  mine: CollectionValues,
  theirs: Collection,
  choices: Choices,
): Expected {
  const conflicts = new Set<string>();
  const own = storedAs(mine);
  const chosen = (id: string) => {
    conflicts.add(id);
    return choices.get(id) ?? 'mine';
  };
  const pick = (b: Parts, m: Parts, t: Parts, idOf: (name: string) => string): Parts => {
    const parts: Parts = new Map();
    for (const name of new Set([...b.keys(), ...m.keys(), ...t.keys()])) {
      const [was, here, there] = [b.get(name), m.get(name), t.get(name)];
      let value = here;
      if (was === here) value = there;
      else if (was !== there && here !== there && chosen(idOf(name)) === 'theirs') value = there;
      if (value !== undefined) parts.set(name, value);
    }
    return parts;
  };
  const byId = (collection: Collection) => new Map(ownFields(collection).map((field) => [field.id, field]));
  const [was, here, there] = [byId(base), byId(own), byId(theirs)];
  const fields = new Map<string, Parts>();
  const added = new Set(
    [...ownFields(own), ...ownFields(theirs)].filter(({ id }) => !was.has(id)).map(({ name }) => name),
  );
  for (const [id, field] of was) {
    const [b, m, t] = [field, here.get(id), there.get(id)].map((one) => one && fieldParts(one));
    if (b && m && t)
      fields.set(
        id,
        pick(b, m, t, (name) => `field ${id} ${name}`),
      );
    else if (t && !same(b, t)) {
      if (chosen(`field ${id}`) === 'theirs') fields.set(id, t);
    } else if (m && !same(b, m) && chosen(`field ${id}`) === 'mine') added.add(m.get('name') ?? '');
  }
  const common = (ids: readonly string[]) => ids.filter((id) => fields.has(id) && there.has(id));
  const idsOf = (collection: Collection) => ownFields(collection).map(({ id }) => id);
  const [first, second, third] = [
    common(idsOf(base)),
    common(mine.fields.map(({ id }) => id)),
    common(idsOf(theirs)),
  ];
  const isSame = (a: readonly string[], b: readonly string[]) => a.join() === b.join();
  let order = second;
  if (isSame(first, second)) order = third;
  else if (!isSame(first, third) && !isSame(second, third) && chosen('order') === 'theirs') order = third;
  const indexes = pick(
    indexParts(base),
    indexParts(own),
    indexParts(theirs),
    (name) => `index ${name.toLowerCase()}`,
  );
  // An index of one side can refer to a field that the other side removed; the backend refuses it.
  for (const [name, meaning] of indexes) {
    const gone = [...was.keys()].filter((id) => !fields.has(id));
    indexes.set(
      name,
      gone.reduce((text, id) => text.replaceAll(`"${id}"`, `"${OTHER}"`), meaning),
    );
  }
  return {
    conflicts,
    rest: pick(restParts(base), restParts(own), restParts(theirs), (name) => name),
    indexes,
    fields,
    added,
    order,
  };
}
