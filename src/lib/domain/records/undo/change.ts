import type { Collection } from '#domain/backend/collection.ts';
import { type FormField, isCompared } from '../panel/fields.ts';
import { presentableText } from '../record.ts';
import type { RecordSource } from '../record-source.ts';
import type { RecordChange } from './kept.ts';

/** A part of the response would keep all of it in memory. */
const detached = (text: string): string => ` ${text}`.slice(1);

/** How some fields of a record changed, without passwords; undefined if none did. */
export function changeBetween(
  collection: Collection,
  before: RecordSource,
  after: RecordSource,
  fields: readonly FormField[],
): RecordChange | undefined {
  const names = fields
    .filter((field) => isCompared(field) && after.members.has(field.name))
    .map(({ name }) => name)
    .filter((name) => before.members.get(name) !== after.members.get(name));
  const textsOf = ({ members }: RecordSource) =>
    new Map(names.map((name) => [name, detached(members.get(name) ?? 'null')]));
  const { record } = after;
  if (!names.length) return undefined;
  return {
    id: record.id,
    collection,
    label: presentableText(record, collection),
    before: textsOf(before),
    after: textsOf(after),
  };
}
