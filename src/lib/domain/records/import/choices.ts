import { dequal } from 'dequal/lite';
import { type Collection, type FirstParts, ownFields } from '#domain/backend/collection.ts';
import { relatedTo } from '#domain/collections/collection.ts';
import { slugify, uniqueName } from '#domain/collections/editor/names.ts';
import {
  type CollectionValues,
  createField,
  type FieldValues,
  newCollectionValues,
} from '#domain/collections/editor/values.ts';
import { choicesOf, type ShownType } from '#domain/field-types/field-type.ts';
import type { FormKind } from '#domain/field-types/form-value.ts';
import { isFilterable } from '#domain/model/filter/print.ts';
import { type FormField, formFieldsOf } from '../panel/fields.ts';
import { fieldMoves } from '../panel/schema-change.ts';
import { mayHaveId } from '../record-id.ts';
import { ERROR_COLUMN, folded, guessFields } from './columns.ts';
import {
  type ChosenWay,
  type ColumnFiles,
  type FileColumn,
  type FileContent,
  type ImportPlan,
  importFields,
  type MappedColumn,
  type Way,
} from './plan.ts';
import { waysOf } from './values.ts';

export interface ColumnChoice {
  readonly use: 'none' | 'field' | 'new';
  readonly name: string;
  readonly type: ShownType;
  /** What a new field of files must hold. */
  readonly files?: ColumnFiles | undefined;
  /** Which field of the related collection the values are; `id` for ids. */
  readonly key: string;
  /** How its numbers or dates are written; without it, as it was guessed. */
  readonly way?: Way | undefined;
  /** Whether its {@link FileColumn.nulls} are empty values; without it, as it was guessed. */
  readonly nulls?: boolean | undefined;
}

/** What is left out of the import. */
export const NOT_CHOSEN = { use: 'none', name: '', key: 'id' } as const;

/** The field for ids of another program. */
const OLD_ID = 'old_id';

/** Whether its ids are those of another program, which the backend refuses for records of this or a new collection. */
export function hasOldIds({ name, hasNoIds, samples }: FileColumn, collection?: Collection): boolean {
  return !!hasNoIds && folded(name) === 'id' && !samples.some((text) => mayHaveId(text, collection));
}

const nameOf = (column: FileColumn, collection?: Collection): string =>
  hasOldIds(column, collection) ? OLD_ID : column.name;

/** Set by the backend. */
const AUTOMATIC = new Set(['created', 'updated', 'collectionId', 'collectionName', 'expand', ERROR_COLUMN]);

/** The choices to start with: fields of the same name. */
export function firstChoices(
  { columns, files }: Pick<FileContent, 'columns' | 'files'>,
  collection: Collection,
): readonly ColumnChoice[] {
  const names = columns.map((column) => nameOf(column, collection));
  const guessed = guessFields(names, importFields(collection, files !== undefined));
  return columns.map(({ type }, at) => {
    const field = guessed[at];
    return field ? { use: 'field', name: field.name, type, key: 'id' } : { ...NOT_CHOSEN, type };
  });
}

/** Names that the backend accepts for no field. */
const RESERVED = ['id', ...AUTOMATIC, 'null', 'true', 'false', '_rowid_'];
/** Names that it accepts only outside of auth collections, beside those of the columns that these have. */
const RESERVED_IN_AUTH = ['password', 'passwordConfirm', 'oldPassword'];

/** The choice of a new field for a column, with a name that is free and that the backend accepts. */
export function newFieldChoice(
  column: FileColumn,
  collection: Collection | undefined,
  others: readonly ColumnChoice[],
): ColumnChoice {
  const taken = [
    ...RESERVED,
    ...(collection?.type === 'auth' ? RESERVED_IN_AUTH : []),
    ...(collection?.fields ?? []).map((field) => field.name),
    ...others.filter(({ use }) => use === 'new').map((choice) => choice.name),
  ];
  const { type, files } = column;
  const slug =
    slugify(nameOf(column, collection))
      .replace(/^_+|_+$/g, '')
      // It names back relations.
      .replace(/(_via)+_/g, '_') || 'field';
  const name = isFilterable(slug) ? slug : `${/^\d{4}$/.test(slug) ? 'year' : 'field'}_${slug}`;
  return { use: 'new', name: uniqueName(name, taken), type, key: 'id', files };
}

/** New fields for all columns of a new collection, but for those that the backend fills. */
export function newCollectionChoices(columns: readonly FileColumn[]): readonly ColumnChoice[] {
  const choices: ColumnChoice[] = [];
  for (const column of columns) {
    const { name, type } = column;
    if (name === 'id' && !column.hasNoIds) choices.push({ use: 'field', name, type, key: 'id' });
    else if (AUTOMATIC.has(name) || (column.isNameless && column.isEmpty))
      choices.push({ ...NOT_CHOSEN, type });
    else choices.push(newFieldChoice(column, undefined, choices));
  }
  return choices;
}

function newField(key: string, { name, type, files }: ColumnChoice): FieldValues {
  const field = createField(key, name, type);
  if (type !== 'file' || !files) return field;
  const maxSize = Math.max(files.largest, Number(field.options['maxSize']));
  return { ...field, options: { ...field.options, max: files.most, maxSize } };
}

export function withNewFields(values: CollectionValues, choices: readonly ColumnChoice[]): CollectionValues {
  const added = choices
    .filter(({ use }) => use === 'new')
    .map((choice, at) => newField(`new-${values.nextKey + at}`, choice));
  return { ...values, fields: [...values.fields, ...added], nextKey: values.nextKey + added.length };
}

export const newCollection = (
  name: string,
  choices: readonly ColumnChoice[],
  first?: FirstParts,
): CollectionValues => withNewFields({ ...newCollectionValues('base', first), name }, choices);

/** What can't be a value. `NA` may be Namibia. */
const SURE_NULL = /^(null|\\N|\(null\)|<null>)$/i;
const TEXTS: ReadonlySet<FormKind> = new Set(['text', 'editor', 'password']);

/** How the columns are read for these fields: what was chosen, else what was guessed. */
function readingsFor(
  columns: readonly FileColumn[],
  mapped: readonly MappedColumn[],
  choices: readonly ColumnChoice[],
) {
  const isText = ({ field, key }: MappedColumn) => TEXTS.has(field.kind) || key !== 'id';
  // A file that says NULL where only a number or a date can be means the same in its texts.
  const sure = new Set(
    mapped
      .filter((one) => !isText(one) && one.field.kind !== 'json')
      .flatMap(({ column }) => columns[column]?.nulls ?? [])
      .filter((text) => SURE_NULL.test(text)),
  );
  return mapped.map((one): MappedColumn => {
    const { nulls = [], ways } = columns[one.column] ?? {};
    const { way, nulls: chosen } = choices[one.column] ?? {};
    const { kind, field } = one.field;
    const guess = ways?.[kind];
    const found: ChosenWay | undefined = guess && (guess.way ?? 'each');
    const isValue = nulls.some((text) => choicesOf(field).includes(text));
    const areNulls = isText(one) ? nulls.some((text) => sure.has(text)) : !isValue;
    const isFitting = way !== undefined && waysOf(kind).includes(way);
    return {
      ...one,
      reading: { way: isFitting ? way : found, nulls: nulls.length > 0 && (chosen ?? areNulls) },
    };
  });
}

/** A record that is found by its id has it already. */
const withRefused = (field: FormField, match: string, refused: RegExp | undefined): FormField =>
  field.kind === 'id' && typeof field.ids === 'object' && match !== 'id'
    ? { ...field, ids: { ...field.ids, refused } }
    : field;

/**
 * New fields have no options yet.
 * @param refused ids that the backend refuses although they fit their field
 */
export function planOf(
  choices: readonly ColumnChoice[],
  collection: Collection,
  { match, onMatch, randomPasswords, keepsHashes }: Omit<ImportPlan, 'columns'>,
  columns: readonly FileColumn[] = [],
  refused?: RegExp,
): ImportPlan {
  const fields = new Map<string, FormField>(
    importFields(collection, true).map((field) => [field.name, withRefused(field, match, refused)]),
  );
  const mapped = choices.flatMap(({ use, name, type, key, files }, column): MappedColumn[] => {
    if (use === 'none') return [];
    const max = type === 'file' && files ? files.most : 1;
    const added: FormField = { name, kind: type, required: false, isMultiple: max > 1, max };
    const field = use === 'new' ? added : fields.get(name);
    if (!field) return [];
    // Only new users need one, and they may get a random one.
    return [{ column, field: field.kind === 'password' ? { ...field, required: false } : field, key }];
  });
  return { columns: readingsFor(columns, mapped, choices), match, onMatch, randomPasswords, keepsHashes };
}

/** The columns that several choices name; each field can be filled once. */
export function repeatedNames(choices: readonly ColumnChoice[]): ReadonlySet<string> {
  const names = choices.filter(({ use }) => use !== 'none').map(({ name }) => name);
  return new Set(names.filter((name, at) => names.indexOf(name) !== at));
}

export interface Changed {
  readonly texts: readonly string[];
  /** Whether every field is still there: rows can go into it under its new name. */
  readonly isSafe: boolean;
}

/** The related collections whose records are found by a field, which may be renamed, too. */
export const searchedCollections = (
  choices: readonly ColumnChoice[],
  collection: Collection,
  collections: readonly Collection[],
): readonly Collection[] =>
  collections.filter(({ id }) =>
    choices.some(
      ({ use, name, key }) =>
        use === 'field' &&
        key !== 'id' &&
        collection.fields.some((field) => field.name === name && relatedTo(field, collections)?.id === id),
    ),
  );

const shapeOf = ({ required, field }: FormField) => [
  required,
  field && { ...field, name: '', raw: undefined },
];

/**
 * Follows the chosen fields by their ids: the first collection is that of the import, the others those of
 * {@link searchedCollections}. Fields that are gone are not chosen.
 */
export function followChoices(
  choices: readonly ColumnChoice[],
  match: string,
  before: readonly [Collection, ...Collection[]],
  after: readonly [Collection, ...Collection[]],
): Changed & { readonly choices: readonly ColumnChoice[]; readonly match: string } {
  const texts = new Set<string>();
  let isSafe = true;
  const follow = (name: string, former: Collection | undefined, label = ''): string => {
    const now = after.find(({ id }) => id === former?.id);
    const fields = former ? formFieldsOf(former, true) : [];
    const field = fields.find((one) => one.name === name);
    if (!field || !now) return name;
    const moved = fieldMoves(fields, formFieldsOf(now, true)).get(name);
    isSafe &&= moved !== undefined;
    if (!moved) texts.add(`${label}${name} was removed, or has another type.`);
    else if (moved.name !== name) texts.add(`${label}${name} is now called ${moved.name}.`);
    else if (!dequal(shapeOf(moved), shapeOf(field))) texts.add(`${label}${name} has other options.`);
    return moved?.name ?? '';
  };
  const [into, ...searched] = before;
  const followed = choices.map((choice): ColumnChoice => {
    if (choice.use !== 'field') return choice;
    const field = ownFields(into).find(({ name }) => name === choice.name);
    const related = field && relatedTo(field, searched);
    const key = choice.key === 'id' ? 'id' : follow(choice.key, related, `${related?.name}: `);
    const name = follow(choice.name, into);
    return name && key ? { ...choice, name, key } : { ...choice, ...NOT_CHOSEN };
  });
  return { choices: followed, match: match && follow(match, into), texts: [...texts], isSafe };
}
