import { type FieldType, isMultiple, listOption, numberOption, type TypedField } from './field-type.ts';

const EXAMPLE_DATE = '2022-01-01 10:00:00.123Z';
const EXAMPLE_NUMBER = 123;
const EXAMPLE_DOMAIN = 'example.com';
const FILE_NAME = 'filename.jpg';
/** Most characters of a text and most ids of a list: a minimum may be a billion, and people read the example. */
const LONGEST = 500;
const MOST_IDS = 20;

/** A domain that both lists allow. */
export function exampleDomain(only: readonly string[], except: readonly string[]): string {
  const [allowed] = only;
  if (allowed) return allowed;
  let domain = EXAMPLE_DOMAIN;
  while (except.includes(domain)) domain = `other.${domain}`;
  return domain;
}

const domainOf = ({ options }: TypedField): string =>
  exampleDomain(listOption(options, 'onlyDomains'), listOption(options, 'exceptDomains'));

function exampleText({ options }: TypedField): string {
  const min = Math.min(numberOption(options, 'min') ?? 0, LONGEST);
  // 0 means no limit.
  const max = numberOption(options, 'max') || Number.POSITIVE_INFINITY;
  const text = 'test'.repeat(Math.max(1, Math.ceil(min / 4)));
  return text.slice(0, Math.max(4, min)).slice(0, max);
}

function exampleNumber({ options }: TypedField): number {
  const min = numberOption(options, 'min') ?? Number.NEGATIVE_INFINITY;
  const max = numberOption(options, 'max') ?? Number.POSITIVE_INFINITY;
  const value = Math.min(Math.max(EXAMPLE_NUMBER, min), max);
  return options['noDecimal'] === true ? (value === min ? Math.ceil(value) : Math.floor(value)) : value;
}

/** Compares dates as text, because the backend stores all of them in one format. */
function exampleDate({ options: { min, max } }: TypedField): string {
  if (typeof min === 'string' && min > EXAMPLE_DATE) return min;
  if (typeof max === 'string' && max !== '' && max < EXAMPLE_DATE) return max;
  return EXAMPLE_DATE;
}

/** A JSON value in an example record. */
export type ExampleValue = string | number | boolean | readonly string[] | { readonly key: string };

/** Returns the ids of this many records to which the field points. */
type RelationIds = (count: number) => readonly string[];

const EXAMPLES: Readonly<Record<FieldType, (field: TypedField, relationIds: RelationIds) => ExampleValue>> = {
  text: exampleText,
  editor: () => '<p>test</p>',
  number: exampleNumber,
  bool: () => true,
  email: (field) => `test@${domainOf(field)}`,
  url: (field) => `https://${domainOf(field)}`,
  date: exampleDate,
  select(field) {
    const [first = 'value'] = listOption(field.options, 'values');
    return isMultiple(field) ? [first] : first;
  },
  file: (field) => (isMultiple(field) ? [FILE_NAME] : FILE_NAME),
  relation(field, relationIds) {
    if (!isMultiple(field)) return relationIds(1)[0] ?? '';
    return relationIds(Math.min(Math.max(1, numberOption(field.options, 'minSelect') ?? 0), MOST_IDS));
  },
  json: () => ({ key: 'value' }),
};

/** A value that the field accepts, as the backend returns it. It might not match the field's pattern or a large minimum. */
export const exampleValue = (field: TypedField, relationIds: RelationIds): ExampleValue =>
  EXAMPLES[field.type](field, relationIds);
