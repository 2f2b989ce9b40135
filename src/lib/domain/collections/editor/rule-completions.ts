import { isMultiple } from '#domain/field-types/field-type.ts';
import type { Collection, SchemaField } from '../collection.ts';
import { searchFieldsOf } from '../columns.ts';
import { FILTER_MACROS } from '../filter-completions.ts';
import { backRelation } from './filter-paths.ts';
import { type SchemaIndex, schemaIndex } from './schema-index.ts';

/** What a rule may ask about the request besides the submitted data and who is signed in (RU-01). */
const REQUEST = ['context', 'method', 'headers', 'query', 'data', 'auth'] as const;
/** Values that `@request.auth` carries for every auth collection. */
const AUTH_FIELDS = [
  'id',
  'collectionId',
  'collectionName',
  'username',
  'email',
  'emailVisibility',
  'verified',
];
const AUTH_DATES = ['created', 'updated'];

const LIST_MODIFIERS = ['each', 'length'] as const;
const TEXT_MODIFIERS = ['lower'] as const;

interface Level {
  /** Names that may follow the prefix. */
  readonly names: readonly string[];
  /** The modifiers that a name of this level takes, without their colon. */
  modifiers(name: string): readonly string[];
}

const NO_MODIFIERS = () => [];

function modifiersOf(field: SchemaField | undefined): readonly string[] {
  if (!field) return TEXT_MODIFIERS;
  if (isMultiple(field)) return [...LIST_MODIFIERS, ...TEXT_MODIFIERS];
  return field.type === 'number' || field.type === 'bool' || field.type === 'date' ? [] : TEXT_MODIFIERS;
}

/** Names of the back relations that lead to a collection's records. */
function backNames(collection: Collection, index: SchemaIndex): string[] {
  return index.pointingTo(collection).map(({ collection, field }) => `${collection.name}_via_${field.name}`);
}

/** The fields and back relations of some collections, one name once. */
function fieldLevel(
  collections: readonly Collection[],
  index: SchemaIndex,
  more: readonly string[] = [],
): Level {
  const names = new Set(more);
  for (const collection of collections) {
    for (const name of searchFieldsOf(collection)) names.add(name);
    for (const name of backNames(collection, index)) names.add(name);
  }
  return {
    names: [...names],
    modifiers(name) {
      const found = new Set<string>();
      for (const collection of collections) {
        for (const modifier of modifiersOf(index.field(collection, name))) found.add(modifier);
      }
      return [...found];
    },
  };
}

/** The collections that a segment of a path leads to from some collections. */
function step(collections: readonly Collection[], segment: string, index: SchemaIndex): Collection[] {
  const found = new Set<Collection>();
  for (const collection of collections) {
    const field = index.field(collection, segment);
    const target = field
      ? field.type === 'relation' && index.byId(field.options['collectionId'])
      : backRelation(segment, collection, index)?.collection;
    if (target) found.add(target);
  }
  return [...found];
}

function along(start: readonly Collection[], segments: readonly string[], index: SchemaIndex): Collection[] {
  return segments.reduce<Collection[]>((at, segment) => step(at, segment, index), [...start]);
}

/** What may follow `@request.` and its parts. */
function requestLevel(segments: readonly string[], collection: Collection, index: SchemaIndex): Level {
  const [part, ...rest] = segments;
  if (part === undefined) return { names: REQUEST, modifiers: NO_MODIFIERS };
  if (part === 'auth') {
    const start = index.authCollections;
    return fieldLevel(along(start, rest, index), index, rest.length ? [] : [...AUTH_FIELDS, ...AUTH_DATES]);
  }
  if (part !== 'data') return { names: [], modifiers: NO_MODIFIERS };
  const level = fieldLevel(along([collection], rest, index), index);
  // Only submitted values may be missing.
  return { ...level, modifiers: (name) => ['isset', ...level.modifiers(name)] };
}

function levelOf(
  segments: readonly string[],
  collection: Collection,
  collections: readonly Collection[],
): Level {
  const index = schemaIndex(collections);
  const [first, second, ...rest] = segments;
  if (first === '@request') return requestLevel(segments.slice(1), collection, index);
  if (first === '@collection') {
    if (second === undefined) return { names: collections.map(({ name }) => name), modifiers: NO_MODIFIERS };
    const named = index.byName(second.replace(/:.*$/, ''));
    return fieldLevel(along(named ? [named] : [], rest, index), index);
  }
  if (first !== undefined) return fieldLevel(along([collection], segments, index), index);
  const level = fieldLevel([collection], index, []);
  return { ...level, names: [...level.names, ...REQUEST_AND_MACROS] };
}

const REQUEST_AND_MACROS = ['@request', '@collection', ...FILTER_MACROS];

/**
 * What a rule editor or a filter input offers for the path that stands before the cursor (RU-05): whole paths
 * that begin with `prefix`, case aside. Only the level that the prefix has reached is worked out, so that it
 * takes no longer with relations that go round in circles: `''` gives this collection's fields, `cat.` those
 * of the related collection, `@collection.` the names of collections, `tags:` the modifiers of tags.
 */
export function ruleCompletions(
  prefix: string,
  collection: Collection,
  collections: readonly Collection[],
): string[] {
  const segments = prefix.split('.');
  const last = segments.pop() ?? '';
  const before = segments.length ? `${segments.join('.')}.` : '';
  const level = levelOf(segments, collection, collections);
  const colon = last.indexOf(':');
  if (colon >= 0) {
    const name = last.slice(0, colon);
    const typed = last.slice(colon + 1).toLowerCase();
    return level
      .modifiers(name)
      .filter((modifier) => modifier.startsWith(typed))
      .map((modifier) => `${before}${name}:${modifier}`);
  }
  const typed = last.toLowerCase();
  return level.names.filter((name) => name.toLowerCase().startsWith(typed)).map((name) => `${before}${name}`);
}
