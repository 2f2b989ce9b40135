import { recordCount } from '#domain/app/count-text.ts';
import { formatChoice } from '#domain/field-types/choice-list.ts';
import { isMultiple } from '#domain/field-types/field-type.ts';
import { listOption } from '#domain/field-types/options.ts';
import { quoteText } from '#domain/model/filter/print.ts';
import { isSameStructure } from '#domain/model/same-structure.ts';
import { fieldOptionTitle, optionText, switchText, switchTitle } from './part-texts.ts';
import { changedFieldOptions } from './same-part.ts';
import type { FieldValues } from './values.ts';

/** A removed choice of a select, which records may still contain. */
export interface RemovedChoice {
  /** The saved name of the field. */
  readonly fieldName: string;
  readonly isMultiple: boolean;
  /** Whether the field keeps only the last value of each record. */
  readonly becomesSingle: boolean;
  readonly value: string;
  /** The choice that probably is its new name: one that is new, at the same position. */
  readonly to: string | undefined;
  /** The choices that records can have after the edit. */
  readonly left: readonly string[];
}

/** In the order of the dialog; 'other' is a change that loses no data and breaks no reference to a name. */
export const CHANGE_KINDS = [
  'collection-renamed',
  'field-renamed',
  'field-removed',
  'to-single',
  'type-changed',
  'choice-removed',
  'other',
] as const;

/** One line of the confirm dialog. */
export interface Change {
  readonly kind: (typeof CHANGE_KINDS)[number];
  readonly text: string;
  /** Of kind 'choice-removed' only. */
  readonly choice?: RemovedChoice;
  /** The name of the changed option. Of kind 'other' only. */
  readonly option?: string;
}

type Edited = Pick<FieldValues, 'name' | 'type' | 'isRequired' | 'isPresentable' | 'options'>;

export const other = (text: string): Change => ({ kind: 'other', text });

const isMany = ({ type, options }: Edited): boolean => isMultiple({ type, ...options });
const becomesSingle = (before: Edited, after: Edited): boolean => isMany(before) && !isMany(after);

/** The added and removed choices. A new choice at the position of a removed one counts as its new name. */
function choiceChanges(before: Edited, after: Edited): Change[] {
  const [old, now] = [listOption(before.options, 'choices'), listOption(after.options, 'choices')];
  const isNew = (choice: string | undefined) => choice !== undefined && !old.includes(choice);
  const changes: Change[] = [];
  const renamed = new Set<string>();
  for (const [position, value] of old.entries()) {
    if (now.includes(value)) continue;
    const inPlace = now[position];
    const isInPlace = now.length === old.length || old[position + 1] === now[position + 1];
    const to = isInPlace && isNew(inPlace) ? inPlace : undefined;
    const choice: RemovedChoice = {
      fieldName: before.name,
      isMultiple: isMany(before),
      becomesSingle: becomesSingle(before, after),
      value,
      to,
      left: now,
    };
    if (to !== undefined) renamed.add(to);
    const text =
      to === undefined
        ? `Removed choice ${formatChoice(value)} of field ${after.name}`
        : `Renamed choice ${formatChoice(value)} → ${formatChoice(to)} of field ${after.name}`;
    changes.push({ kind: 'choice-removed', text, choice });
  }
  for (const value of now) {
    if (isNew(value) && !renamed.has(value)) {
      changes.push(other(`Added choice ${formatChoice(value)} to field ${after.name}`));
    }
  }
  if (changes.length > 0 || isSameStructure(old, now)) return changes;
  return [
    other(`${fieldOptionTitle('select', 'choices', after.name)}: ${optionText(old)} → ${optionText(now)}`),
  ];
}

/** The differences between a field before and after the edit, as lines of the confirm dialog. */
export function fieldChanges(before: Edited, after: Edited): Change[] {
  const { name, type } = after;
  const changes: Change[] = [];
  if (name !== before.name) {
    changes.push({ kind: 'field-renamed', text: `Renamed field ${before.name} → ${name}` });
  }
  for (const key of ['isRequired', 'isPresentable'] as const) {
    if (after[key] === before[key]) continue;
    changes.push(other(`${switchTitle(key, after)}: ${switchText(before[key])} → ${switchText(after[key])}`));
  }
  if (type !== before.type) {
    const text = `Changed type of field ${name}: ${before.type} → ${type}`;
    return [...changes, { kind: 'type-changed', text }];
  }
  const isNowSingle = becomesSingle(before, after);
  if (isNowSingle) {
    const text = `Multiple to single value conversion of field ${name} (will keep only the last array item)`;
    changes.push({ kind: 'to-single', text });
  }
  if (type === 'select') changes.push(...choiceChanges(before, after));
  for (const option of changedFieldOptions(before, after)) {
    // Already listed above.
    if ((type === 'select' && option === 'choices') || (isNowSingle && option === 'max')) continue;
    const [from, to] = [before.options[option], after.options[option]];
    const values = `${optionText(from, to)} → ${optionText(to, from)}`;
    changes.push({ ...other(`${fieldOptionTitle(type, option, name)}: ${values}`), option });
  }
  return changes;
}

/** The filter that finds the records with a choice. */
export const choiceFilter = (choice: Pick<RemovedChoice, 'fieldName' | 'isMultiple' | 'value'>): string =>
  `${choice.fieldName}${choice.isMultiple ? ':each ?=' : ' ='} ${quoteText(choice.value)}`;

/** What happens to the records with a removed choice: to `count` of them, if known; they get `to`, or keep it. */
export function choiceNote({ becomesSingle }: RemovedChoice, count: number | undefined, to = ''): string {
  if (count === 0) return 'no record holds it';
  if (to) {
    const records =
      becomesSingle || count === undefined
        ? 'records that hold it get'
        : `${recordCount(count)} ${count === 1 ? 'gets' : 'get'}`;
    return `${records} ${formatChoice(to)} after the save`;
  }
  // No filter finds the last value.
  if (becomesSingle)
    return 'records with it as their last value keep it, though it is no longer a valid choice';
  if (count === undefined) return 'records that hold it keep it, though it is no longer a valid choice';
  const keep = `${recordCount(count)} ${count === 1 ? 'keeps' : 'keep'} it`;
  return `${keep}, though it is no longer a valid choice`;
}
