import * as v from 'valibot';
import { isObject, members, ownOf, parseJson } from '#domain/app/lenient.ts';
import { type FormValue, type FormValues, isFileValue } from '#domain/field-types/form-value.ts';
import type { FormField } from './fields.ts';
import { carryValues, type FieldMoves, fieldMoves, type OrphanedValue } from './schema-change.ts';
import { byName, changedFields, emptyValue, pickKnown } from './values.ts';

export interface RecordDraft {
  /** Of edited fields; never files, never passwords. */
  readonly values: FormValues;
  /** As stored when the fields were edited, to detect later changes. */
  readonly base: FormValues;
  readonly orphaned: readonly OrphanedValue[];
}

/** Beside the edited fields in the stored object; no field can have these names. */
const BASE = '@base';
/** By names of edited fields: a field keeps its id when it is renamed. */
const IDS = '@fields';
const ORPHANED = '@gone';

/** In local storage; a new record has an empty id. */
export const draftKey = (collectionId: string, recordId: string): string =>
  `record_draft_${collectionId}_${recordId}`;

const isKept = (field: FormField) => field.kind !== 'file' && field.kind !== 'password';

/** Undefined when no field that may be stored was changed. */
export function draftOf(
  fields: readonly FormField[],
  base: FormValues,
  values: FormValues,
  orphaned: readonly OrphanedValue[] = [],
): RecordDraft | undefined {
  const changed = changedFields(fields.filter(isKept), base, values);
  const texts = orphaned.filter(({ value }) => !isFileValue(value));
  if (!changed.length && !texts.length) return undefined;
  return { values: pickKnown(changed, values), base: pickKnown(changed, base), orphaned: texts };
}

/** For local storage, as JSON. `fields` are those of the form. */
export function formatDraft(fields: readonly FormField[], { values, base, orphaned }: RecordDraft): string {
  const ids = fields.flatMap(({ name, field }) =>
    field?.id && Object.hasOwn(values, name) ? [[name, field.id]] : [],
  );
  return JSON.stringify({
    ...values,
    [BASE]: base,
    ...(ids.length ? { [IDS]: Object.fromEntries(ids) } : {}),
    ...(orphaned.length ? { [ORPHANED]: orphaned } : {}),
  });
}

/** Adapts a draft to a changed collection. */
export function moveDraft(moves: FieldMoves, { values, base, orphaned }: RecordDraft): RecordDraft {
  const lost = Object.entries(values).flatMap(([name, value]) => (moves.has(name) ? [] : [{ name, value }]));
  return {
    values: carryValues(moves, values),
    base: carryValues(moves, base),
    orphaned: [...orphaned, ...lost],
  };
}

function fits(field: FormField, value: FormValue): boolean {
  const empty = emptyValue(field);
  return Array.isArray(empty) ? Array.isArray(value) : typeof value === typeof empty;
}

const keptValue = v.union([v.string(), v.boolean(), v.array(v.string())]);
const orphanedValue = v.object({ name: v.string(), value: keptValue });

/** Fields may have any name: Valibot's `record` drops some. */
const parseValues = (from: unknown): FormValues =>
  Object.fromEntries(
    Object.entries(members(from)).flatMap(([name, value]) =>
      !name.startsWith('@') && v.is(keptValue, value) ? [[name, value]] : [],
    ),
  );

function parseOrphaned(from: unknown): OrphanedValue[] {
  if (!Array.isArray(from)) return [];
  return from.flatMap((item: unknown) =>
    v.is(orphanedValue, item) ? [{ name: item.name, value: item.value }] : [],
  );
}

/** By ids of fields. Values of removed fields, or of another type, are kept separately; unknown names are ignored. */
export function parseDraft(fields: readonly FormField[], text: string): RecordDraft | undefined {
  const from = parseJson(text);
  if (!isObject(from)) return undefined;
  const stored = Object.entries(parseValues(from));
  const ids = new Map(Object.entries(members(from[IDS])));
  const moves = fieldMoves(
    stored.map(([name]) => ({ name, id: ids.get(name) })),
    fields.filter(isKept),
  );
  const fitting = (values: FormValues) =>
    byName(fields, (field) => {
      const value = ownOf(values, field.name);
      return value !== undefined && fits(field, value) ? value : undefined;
    });
  const values = fitting(carryValues(moves, Object.fromEntries(stored)));
  // A field that was removed may have been created again with another type.
  const lost = stored.flatMap(([name, value]) =>
    ids.has(name) && !Object.hasOwn(values, moves.get(name)?.name ?? '') ? [{ name, value }] : [],
  );
  const orphaned = [...parseOrphaned(from[ORPHANED]), ...lost];
  if (!Object.keys(values).length && !orphaned.length) return undefined;
  return { values, base: fitting(carryValues(moves, parseValues(from[BASE]))), orphaned };
}
