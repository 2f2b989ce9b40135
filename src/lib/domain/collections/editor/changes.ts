/* What differs between two collections, in words, and what it means for stored data and for names elsewhere. */
import { recordCount } from '#domain/app/count-text.ts';
import type { Collection, CollectionType } from '#domain/backend/collection.ts';
import type { Field, FieldType } from '#domain/backend/field.ts';
import { formatChoice, formatChoices } from '#domain/field-types/choice-list.ts';
import { isMultiple } from '#domain/field-types/field-type.ts';
import { fieldTypeLabel, requiredLabel } from '#domain/field-types/labels.ts';
import { listOption, optionLabel } from '#domain/field-types/options.ts';
import { quoteText } from '#domain/model/filter/print.ts';
import type { IndexTools } from '#domain/model/index-sql/load-tools.ts';
import { isSameStructure } from '#domain/model/same-structure.ts';
import {
  type Comparable,
  changedFieldOptions,
  type Difference,
  differencesBetween,
  isBlank,
} from '../compare.ts';
import { type EditedRule, editedRulesOf, ruleOf, ruleText, ruleTitle } from '../rules.ts';
import { ownChanges, ownText, ownTitle } from './own-auth.ts';
import { type CollectionValues, valuesOf } from './values.ts';

const COLLECTION_OPTION_LABELS = new Map([
  ['signInByUsername', 'Username/Password'],
  ['signInByEmail', 'Email/Password'],
  ['hasOAuth2', 'OAuth2'],
  ['exceptDomains', 'Except domains'],
  ['onlyDomains', 'Only domains'],
  ['minPassword', 'Minimum password length'],
  ['isEmailRequired', 'Always require email'],
  ['isVerifiedOnly', 'Forbid authentication for unverified users'],
  ['query', 'Select query'],
]);

export const collectionOptionTitle = (name: string): string =>
  COLLECTION_OPTION_LABELS.get(name) ?? ownTitle(name) ?? name;

/** The label of a field option: 'Max length of field title'. */
export const fieldOptionTitle = (type: FieldType, option: string, fieldName: string): string =>
  `${optionLabel(type, option)} of field ${fieldName}`;

/** The label of a switch of a field: 'Nonempty of field title'. */
function switchTitle(
  name: 'isRequired' | 'isPresentable' | 'isHidden',
  { type, name: field }: Pick<Field, 'type' | 'name'>,
): string {
  const labels = { isRequired: requiredLabel(type), isPresentable: 'Presentable', isHidden: 'Hidden' };
  return `${labels[name]} of field ${field}`;
}

const switchText = (isOn: unknown): string => (isOn === true ? 'on' : 'off');

/** The value of an option as text. `other` is shown next to it: if that is a boolean, a blank is 'off'. */
export function optionText(value: unknown, other?: unknown): string {
  if (typeof value === 'boolean' || (isBlank(value) && typeof other === 'boolean')) return switchText(value);
  if (isBlank(value)) return 'none';
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (Array.isArray(value)) return formatChoices(value.map(String));
  return JSON.stringify(value);
}

/** The value of a collection's option as text, which never has a secret. */
export const collectionOptionText = (name: string, value: unknown, other?: unknown): string =>
  ownText(name, value) ?? optionText(value, other);

/** A changed collection option as a line: 'Only domains: none → a.com'. */
export const collectionOptionChange = (name: string, from: unknown, to: unknown): string =>
  `${collectionOptionTitle(name)}: ${collectionOptionText(name, from, to)} → ${collectionOptionText(name, to, from)}`;

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
const CHANGE_KINDS = [
  'collection-renamed',
  'field-renamed',
  'field-removed',
  'to-single',
  'type-changed',
  'choice-removed',
  'sign-in-lost',
  'shown',
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

const other = (text: string): Change => ({ kind: 'other', text });

const isMany = ({ type, options }: Comparable): boolean => isMultiple({ type, ...options });
const becomesSingle = (before: Comparable, after: Comparable): boolean => isMany(before) && !isMany(after);

/** The added and removed choices. A new choice at the position of a removed one counts as its new name. */
function choiceChanges(before: Comparable, after: Comparable): Change[] {
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
export function fieldChanges(before: Comparable, after: Comparable): Change[] {
  const { name, type } = after;
  const changes: Change[] = [];
  if (name !== before.name) {
    changes.push({ kind: 'field-renamed', text: `Renamed field ${before.name} → ${name}` });
  }
  for (const key of ['isRequired', 'isPresentable'] as const) {
    if (after[key] === before[key]) continue;
    changes.push(other(`${switchTitle(key, after)}: ${switchText(before[key])} → ${switchText(after[key])}`));
  }
  if (before.isHidden !== after.isHidden) {
    const text = `${switchTitle('isHidden', after)}: ${switchText(before.isHidden)} → ${switchText(after.isHidden)}`;
    const shown: Change = {
      kind: 'shown',
      text: `${text} (whoever may see a record will see its value)`,
    };
    changes.push(after.isHidden ? other(text) : shown);
  }
  if (before.help !== after.help)
    changes.push(
      other(
        `Help text of field ${name}: ${optionText(before.help, after.help)} → ${optionText(after.help, before.help)}`,
      ),
    );
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

/** Shown above the list of changes. */
export const CHANGES_WARNING =
  "If any of the collection changes is part of another collection rule, filter or view query, you'll have to update it manually!";
/** Shown first when others have saved the collection since editing began. */
export const ELSEWHERE_WARNING =
  'The collection was changed elsewhere after you began to edit it. Saving keeps those changes.';
/** Shown first when the user has to choose between two versions. */
export const CONFLICT_WARNING =
  'You and somebody else changed the same thing. Choose which version stays before you confirm.';
/** Shown as well when fields are removed. */
export const REMOVED_WARNING = 'All data associated with the removed fields will be permanently deleted!';

/** The renames and removals of an edit, which other collections may have to follow. */
export interface SchemaEdit {
  readonly collectionId: string;
  /** The saved name. */
  readonly collectionName: string;
  readonly newName: string;
  /** Old and new names of fields. */
  readonly renamed: ReadonlyMap<string, string>;
  readonly removed: ReadonlySet<string>;
}

/** Compares fields by id, whatever their order. */
export function schemaEdit(values: CollectionValues, saved: Collection): SchemaEdit {
  const renamed = new Map<string, string>();
  const removed = new Set<string>();
  for (const part of differencesBetween(valuesOf(saved), values, undefined)) {
    if (part.of !== 'field' || !part.from) continue;
    const { name } = part.from;
    if (!part.to) removed.add(name);
    else if (part.to.name !== name) renamed.set(name, part.to.name);
  }
  return { collectionId: saved.id, collectionName: saved.name, newName: values.name, renamed, removed };
}

function fieldLines({ from, to }: Extract<Difference, { of: 'field' }>): readonly Change[] {
  if (from && to) return fieldChanges(from, to);
  if (to) return [other(`Added field ${to.name} (${fieldTypeLabel(to.type)})`)];
  return from ? [{ kind: 'field-removed', text: `Removed field ${from.name}` }] : [];
}

function indexLine({ from, to }: Extract<Difference, { of: 'index' }>): string {
  if (from === undefined) return `Added index ${to}`;
  return to === undefined ? `Removed index ${from}` : `Changed index ${from} → ${to}`;
}

function ruleLine({ name, from, to }: Extract<Difference, { of: 'rule' }>, word: string): Change {
  const text = `${ruleTitle(name)}: ${ruleText(from, name, word)} → ${ruleText(to, name, word)}`;
  // The backend renews the secret of the tokens with it.
  if (name === 'authRule')
    return { kind: 'sign-in-lost', text: `${text} (ends all sessions of this collection)` };
  return other(text);
}

function linesOf(part: Difference, word: string): readonly Change[] {
  switch (part.of) {
    case 'name':
      return [{ kind: 'collection-renamed', text: `Renamed collection ${part.from} → ${part.to}` }];
    // It is chosen before a collection is stored.
    case 'type':
      return [];
    case 'field':
      return fieldLines(part);
    case 'order':
      return [other(`New order of the fields: ${part.to.map(({ name }) => name).join(', ')}`)];
    case 'rule':
      return [ruleLine(part, word)];
    case 'option':
      return (
        ownChanges(part)?.map(({ text, loses }) => ({ kind: loses ? 'sign-in-lost' : 'other', text })) ?? [
          other(collectionOptionChange(part.name, part.from, part.to)),
        ]
      );
    case 'index':
      return [other(indexLine(part))];
  }
}

/**
 * The 'Changes:' list of the confirm dialog. Without the tools, indexes are compared as text. `word` is what an admin is
 * called.
 */
export const changesOf = (
  values: CollectionValues,
  saved: Collection,
  tools?: IndexTools,
  word = 'admin',
): Change[] =>
  differencesBetween(valuesOf(saved), values, tools)
    .flatMap((part) => linesOf(part, word))
    .sort((a, b) => CHANGE_KINDS.indexOf(a.kind) - CHANGE_KINDS.indexOf(b.kind));

/**
 * Whether a save needs confirmation: after changes with consequences, and always for a view.
 * @param asksAboutRules whether a changed rule has consequences
 */
export function needsConfirm(values: CollectionValues, saved: Collection, asksAboutRules = false): boolean {
  if (values.id === '') return false;
  if (values.type === 'view' || changesOf(values, saved).some(({ kind }) => kind !== 'other')) return true;
  const isChanged = (name: EditedRule) => ruleOf(values, name) !== ruleOf(saved, name);
  return asksAboutRules && editedRulesOf(values).some(isChanged);
}

/** What a deleted collection takes along; `count` of its records is undefined if it is not known. */
export function collectionLoss(type: CollectionType, count: number | undefined): string {
  if (type === 'view') return 'A view has no records of its own: those that it shows stay.';
  return count === undefined
    ? 'Its records can’t be brought back.'
    : `${recordCount(count)} will be deleted for good.`;
}
