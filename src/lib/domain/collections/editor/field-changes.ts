import { formatChoice } from '#domain/field-types/choice-list.ts';
import { isMultiple, listOption } from '#domain/field-types/field-type.ts';
import type { SchemaField } from '../collection.ts';
import { fieldOptionTitle, optionText, switchText, switchTitle } from './part-texts.ts';
import { changedFieldOptions } from './same-part.ts';
import { isSameStructure } from './same-structure.ts';

/** A choice of a select that records may still hold. */
export interface RemovedChoice {
  /** The field as it is called until the changes are saved. */
  readonly fieldName: string;
  readonly isMultiple: boolean;
  readonly value: string;
}

/** One line of the confirm dialog. */
export interface Change {
  /** 'other' is a change that loses nothing and breaks no name. */
  readonly kind:
    | 'collection-renamed'
    | 'field-renamed'
    | 'field-removed'
    | 'to-single'
    | 'type-changed'
    | 'choice-removed'
    | 'other';
  /** As the dialog shows it (CE-16). */
  readonly text: string;
  /** Of kind 'choice-removed' only. */
  readonly choice?: RemovedChoice;
}

type Field = Pick<SchemaField, 'name' | 'type' | 'required' | 'presentable' | 'options'>;

const other = (text: string): Change => ({ kind: 'other', text });

/** The choices that come and go; a choice in the place of another is that one renamed. */
function choiceChanges(before: Field, after: Field): Change[] {
  const [old, now] = [listOption(before.options, 'values'), listOption(after.options, 'values')];
  const isNew = (choice: string | undefined) => choice !== undefined && !old.includes(choice);
  const changes: Change[] = [];
  const renamed = new Set<string>();
  for (const [position, value] of old.entries()) {
    if (now.includes(value)) continue;
    const choice: RemovedChoice = { fieldName: before.name, isMultiple: isMultiple(before), value };
    const to = now[position];
    const isInPlace = now.length === old.length || old[position + 1] === now[position + 1];
    const isRenamed = isInPlace && to !== undefined && isNew(to);
    if (isRenamed) renamed.add(to);
    const text = isRenamed
      ? `Renamed choice ${formatChoice(value)} → ${formatChoice(to)} of field ${after.name}`
      : `Removed choice ${formatChoice(value)} of field ${after.name}`;
    changes.push({ kind: 'choice-removed', text, choice });
  }
  for (const value of now) {
    if (isNew(value) && !renamed.has(value)) {
      changes.push(other(`Added choice ${formatChoice(value)} to field ${after.name}`));
    }
  }
  if (changes.length > 0 || isSameStructure(old, now)) return changes;
  return [
    other(`${fieldOptionTitle('select', 'values', after.name)}: ${optionText(old)} → ${optionText(now)}`),
  ];
}

/** What differs between a field and what becomes of it, in lines of the confirm dialog. */
export function fieldChanges(before: Field, after: Field): Change[] {
  const { name, type } = after;
  const changes: Change[] = [];
  if (name !== before.name) {
    changes.push({ kind: 'field-renamed', text: `Renamed field ${before.name} → ${name}` });
  }
  for (const what of ['required', 'presentable'] as const) {
    if (after[what] === before[what]) continue;
    changes.push(
      other(`${switchTitle(what, after)}: ${switchText(before[what])} → ${switchText(after[what])}`),
    );
  }
  if (type !== before.type) {
    const text = `Changed type of field ${name}: ${before.type} → ${type}`;
    return [...changes, { kind: 'type-changed', text }];
  }
  const isSingled = isMultiple(before) && !isMultiple(after);
  if (isSingled) {
    const text = `Multiple to single value conversion of field ${name} (will keep only the last array item)`;
    changes.push({ kind: 'to-single', text });
  }
  if (type === 'select') changes.push(...choiceChanges(before, after));
  for (const option of changedFieldOptions(before, after)) {
    // Said above.
    if ((type === 'select' && option === 'values') || (isSingled && option === 'maxSelect')) continue;
    const [from, to] = [before.options[option], after.options[option]];
    const words = `${optionText(from, to)} → ${optionText(to, from)}`;
    changes.push(other(`${fieldOptionTitle(type, option, name)}: ${words}`));
  }
  return changes;
}

/** What becomes of the records that hold a choice that goes; `count` is how many do, if that is known. */
export function choiceNote(count: number | undefined): string {
  if (count === 0) return 'no record holds it';
  if (count === undefined) return 'records that hold it keep it, though it is no longer a valid choice';
  const keep = count === 1 ? '1 record keeps it' : `${count} records keep it`;
  return `${keep}, though it is no longer a valid choice`;
}
