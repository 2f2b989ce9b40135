import { text } from '#domain/app/lenient.ts';
import { type FieldType, isMultiple, listOption, numberOption, type TypedField } from './field-type.ts';

const BYTES_PER_MB = 1024 * 1024;
const EXAMPLE_DATE = '2022-01-01 10:00:00.123Z';
const EXAMPLE_NUMBER = 123;
const EXAMPLE_DOMAIN = 'example.com';
const FILE_NAME = 'filename.jpg';
/** Of a text, and of a list: a minimum may be a billion, and people read the example. */
const LONGEST = 500;
const MOST_IDS = 20;

const list = (values: readonly string[]) => values.map((value) => `\`${value}\``).join(', ');

/** 0 and null mean no limit. */
const limit = ({ options }: TypedField, name: string): number | undefined =>
  numberOption(options, name) || undefined;

/** `from 2 to 5`, `at least 2`, `at most 5` or ''. */
export function range(min: number | string | undefined, max: number | string | undefined): string {
  if (min !== undefined && max !== undefined) return `from ${min} to ${max}`;
  if (min !== undefined) return `at least ${min}`;
  return max === undefined ? '' : `at most ${max}`;
}

const sentence = (...parts: readonly (string | 0 | undefined)[]) => `${parts.filter(Boolean).join(', ')}.`;

const domainLists = ({ options }: TypedField) =>
  [listOption(options, 'onlyDomains'), listOption(options, 'exceptDomains')] as const;

function domainTerms(field: TypedField): string | undefined {
  const [only, except] = domainLists(field);
  if (only.length > 0) return `only of ${list(only)}`;
  return except.length > 0 ? `not of ${list(except)}` : undefined;
}

/** A domain that both lists allow. */
export function exampleDomain(only: readonly string[], except: readonly string[]): string {
  const [allowed] = only;
  if (allowed) return allowed;
  let domain = EXAMPLE_DOMAIN;
  while (except.includes(domain)) domain = `other.${domain}`;
  return domain;
}

function textTerms(field: TypedField): string {
  const length = range(limit(field, 'min'), limit(field, 'max'));
  const pattern = text(field.options['pattern']);
  return sentence('Plain text', length && `${length} characters`, pattern && `matching \`${pattern}\``);
}

function exampleText(field: TypedField): string {
  const min = Math.min(numberOption(field.options, 'min') ?? 0, LONGEST);
  return 'test'
    .repeat(LONGEST / 4)
    .slice(0, Math.max(4, min))
    .slice(0, limit(field, 'max'));
}

function numberTerms({ options }: TypedField): string {
  const bounds = range(numberOption(options, 'min'), numberOption(options, 'max'));
  return sentence(options['noDecimal'] === true ? 'Whole number' : 'Number', bounds);
}

function exampleNumber({ options }: TypedField): number {
  const min = numberOption(options, 'min') ?? Number.NEGATIVE_INFINITY;
  const max = numberOption(options, 'max') ?? Number.POSITIVE_INFINITY;
  const value = Math.min(Math.max(EXAMPLE_NUMBER, min), max);
  return options['noDecimal'] === true ? (value === min ? Math.ceil(value) : Math.floor(value)) : value;
}

function dateTerms({ options: { min, max } }: TypedField): string {
  const bounds = range(text(min) || undefined, text(max) || undefined);
  return sentence(`Date and time in UTC, as \`${EXAMPLE_DATE}\``, bounds);
}

/** Dates are compared as texts: the backend stores all of them in one format. */
function exampleDate({ options: { min, max } }: TypedField): string {
  if (typeof min === 'string' && min > EXAMPLE_DATE) return min;
  if (typeof max === 'string' && max !== '' && max < EXAMPLE_DATE) return max;
  return EXAMPLE_DATE;
}

function fileTerms(field: TypedField): string {
  const size = limit(field, 'maxSize');
  const mimes = listOption(field.options, 'mimeTypes');
  const many = isMultiple(field);
  return sentence(
    many ? `Up to ${limit(field, 'maxSelect')} files` : 'A file',
    size && `at most ${Number((size / BYTES_PER_MB).toFixed(2))} MB${many ? ' each' : ''}`,
    mimes.length > 0 ? `of type ${list(mimes)}` : undefined,
  );
}

function jsonTerms(field: TypedField): string {
  const size = limit(field, 'maxSize');
  return sentence('Any JSON value', size && `at most ${size} bytes`);
}

export type ExampleValue = string | number | boolean | readonly string[] | { readonly key: string };

export type RelationIds = (count: number) => readonly string[];

interface FieldDocs {
  /** In the tables; a list is an `Array` of it. */
  readonly name: 'String' | 'Number' | 'Boolean' | 'JSON' | 'File';
  readonly terms: (field: TypedField) => string;
  readonly example: (field: TypedField, relationIds: RelationIds) => ExampleValue;
}

const DOCS: Readonly<Record<FieldType, FieldDocs>> = {
  text: { name: 'String', terms: textTerms, example: exampleText },
  editor: { name: 'String', terms: () => 'Rich text, as HTML.', example: () => '<p>test</p>' },
  number: { name: 'Number', terms: numberTerms, example: exampleNumber },
  bool: { name: 'Boolean', terms: () => '`true` or `false`.', example: () => true },
  email: {
    name: 'String',
    terms: (field) => sentence('E-mail address', domainTerms(field)),
    example: (field) => `test@${exampleDomain(...domainLists(field))}`,
  },
  url: {
    name: 'String',
    terms: (field) => sentence('URL with its scheme', domainTerms(field)),
    example: (field) => `https://${exampleDomain(...domainLists(field))}`,
  },
  date: { name: 'String', terms: dateTerms, example: exampleDate },
  select: {
    name: 'String',
    terms: (field) =>
      `${isMultiple(field) ? `Up to ${limit(field, 'maxSelect')}` : 'One'} of ${list(listOption(field.options, 'values'))}.`,
    example(field) {
      const [first = 'value'] = listOption(field.options, 'values');
      return isMultiple(field) ? [first] : first;
    },
  },
  file: { name: 'File', terms: fileTerms, example: (field) => (isMultiple(field) ? [FILE_NAME] : FILE_NAME) },
  relation: {
    name: 'String',
    terms: (field) =>
      isMultiple(field)
        ? sentence('Ids of related records', range(limit(field, 'minSelect'), limit(field, 'maxSelect')))
        : 'Id of a related record.',
    example(field, relationIds) {
      if (!isMultiple(field)) return relationIds(1)[0] ?? '';
      return relationIds(Math.min(Math.max(1, limit(field, 'minSelect') ?? 1), MOST_IDS));
    },
  },
  json: { name: 'JSON', terms: jsonTerms, example: () => ({ key: 'value' }) },
};

export function typeName(field: TypedField): string {
  const { name } = DOCS[field.type];
  return isMultiple(field) ? `Array<${name}>` : name;
}

/** Describes the values that a field accepts, including its options. */
export const fieldTerms = (field: TypedField): string => DOCS[field.type].terms(field);

/** As the backend returns it. It might not match the field's pattern or a large minimum. */
export const exampleValue = (field: TypedField, relationIds: RelationIds): ExampleValue =>
  DOCS[field.type].example(field, relationIds);

/** How an update can change a field other than by setting it; '' if it can't. */
export function updateTerms(field: TypedField & { readonly name: string }): string {
  const { name, type } = field;
  if (type === 'file') {
    return isMultiple(field)
      ? `New files are added to the stored ones. \`null\` deletes all; \`${name}-\` with a file name deletes that one.`
      : '`null` deletes the stored file.';
  }
  if (type === 'number') return `\`${name}+\` and \`${name}-\` add to and subtract from the stored number.`;
  return isMultiple(field)
    ? `\`${name}+\` and \`${name}-\` add values to and remove values from the stored list.`
    : '';
}
