/*
 * Why PocketBase 0.23 and newer would refuse a collection of an import, or lose something with it. As much as possible is
 * said beforehand: an import that fails while it changes a table leaves wrong fields in the memory of the backend.
 */
import { list, members, text } from '#domain/app/lenient.ts';
import type { Collection } from '#domain/backend/collection.ts';
import type { ImportSurroundings } from '#domain/backend/configuration.ts';
import type { Field } from '#domain/backend/field.ts';
import { neededSecrets } from '#domain/collections/editor/own-providers.ts';
import { relatedId } from '#domain/field-types/field-type.ts';
import { foldName } from '#domain/model/fold-name.ts';

const ID = /^\w{1,100}$/;

/** The rules of a collection of the backend itself are part of its program. */
const RULES = [
  ...(['listRule', 'viewRule', 'createRule', 'updateRule', 'deleteRule'] as const),
  ...(['authRule', 'manageRule'] as const),
] as const;

function* collectionProblems(one: Collection, { stored, after }: ImportSurroundings): Generator<string> {
  if (!stored && !ID.test(one.id))
    yield `its id “${one.id}” can’t be stored: it needs letters, digits and _ alone, 100 at most.`;
  const twin = [...after.values()].find(
    (other) => other.id !== one.id && foldName(other.name) === foldName(one.name),
  );
  if (twin) yield `another collection has this name, with the id ${twin.id}.`;
  if (!stored) return;
  if (stored.type !== one.type)
    yield `is of the type ${stored.type} in the backend, which PocketBase can’t change to ${one.type}.`;
  if (stored.isSystem !== one.isSystem) yield 'PocketBase can’t change whether a collection is its own.';
  if (stored.isSystem && (stored.name !== one.name || RULES.some((rule) => stored[rule] !== one[rule])))
    yield 'is one of PocketBase’s own: its name and its rules can’t be changed.';
}

/** In words after the name of the field. */
function* fieldProblems(field: Field, all: readonly Field[], old: Field | undefined): Generator<string> {
  if (old && old.type !== field.type)
    yield `is of the type ${old.type} in the backend, which PocketBase can’t change to ${field.type}.`;
  else if (old && relatedId(old) !== relatedId(field))
    yield 'is a relation to another collection in the backend, which PocketBase can’t change.';
  const at = all.indexOf(field);
  const isSecond = (isSame: (other: Field) => boolean) => all.findIndex(isSame) < at;
  if (isSecond(({ name }) => foldName(name) === foldName(field.name)))
    yield 'has the name of another field. If that is one of the backend, which stays without “Delete missing”, give the new one another name.';
  if (field.id && isSecond(({ id }) => id === field.id)) yield `has the id of another field (${field.id}).`;
}

const providersOf = ({ raw }: Collection) => list(members(members(raw)['oauth2'])['providers'], members);

/** No answer has a secret: a list that moves, adds or removes providers may give one to another provider. */
function* providerProblems(one: Collection, { stored, can }: ImportSurroundings): Generator<string> {
  const now = one.auth?.own?.providers ?? [];
  const needed = neededSecrets(now, stored?.auth?.own?.providers ?? [], can.keepsSecretsBy);
  const written = providersOf(one);
  for (const [at, reason] of needed)
    if (!text(written[at]?.['clientSecret']) && (stored || one.auth?.hasOAuth2))
      yield `the provider ${now[at]?.name} has no secret (clientSecret) in this configuration. ${reason} Or leave the list of providers out: then the stored ones stay.`;
}

/** Sentences after the name of the collection, or of a field of it. */
export function* importProblems(one: Collection, around: ImportSurroundings): Generator<string> {
  for (const problem of collectionProblems(one, around)) yield `${one.name}: ${problem}`;
  if (one.type === 'view') return;
  const before = new Map((around.stored?.fields ?? []).map((field) => [field.id, field]));
  for (const field of one.fields)
    for (const problem of fieldProblems(field, one.fields, field.id ? before.get(field.id) : undefined))
      yield `${one.name}.${field.name} ${problem}`;
  for (const problem of providerProblems(one, around)) yield `${one.name}: ${problem}`;
}
