import type { Field, FieldOf, FieldType, Limit } from '#domain/backend/field.ts';
import { isMultiple, mostOf, type ShownType, shownType } from './field-type.ts';

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
const limited = (limit: Limit): number | undefined =>
  typeof limit === 'number' && limit ? limit : undefined;

/** `from 2 to 5`, `at least 2`, `at most 5` or ''. */
export function range(min: number | string | undefined, max: number | string | undefined): string {
  if (min !== undefined && max !== undefined) return `from ${min} to ${max}`;
  if (min !== undefined) return `at least ${min}`;
  return max === undefined ? '' : `at most ${max}`;
}

const sentence = (...parts: readonly (string | 0 | undefined)[]) => `${parts.filter(Boolean).join(', ')}.`;

type WithDomains = FieldOf<'email' | 'url'>;

function domainTerms({ onlyDomains, exceptDomains }: WithDomains): string | undefined {
  if (onlyDomains.length > 0) return `only of ${list(onlyDomains)}`;
  return exceptDomains.length > 0 ? `not of ${list(exceptDomains)}` : undefined;
}

/** A domain that both lists allow. */
export function exampleDomain(only: readonly string[], except: readonly string[]): string {
  const [allowed] = only;
  if (allowed) return allowed;
  let domain = EXAMPLE_DOMAIN;
  while (except.includes(domain)) domain = `other.${domain}`;
  return domain;
}

function textTerms({ min, max, pattern }: FieldOf<'text'>): string {
  const length = range(limited(min), limited(max));
  return sentence('Plain text', length && `${length} characters`, pattern && `matching \`${pattern}\``);
}

function exampleText({ min, max }: FieldOf<'text'>): string {
  return 'test'
    .repeat(LONGEST / 4)
    .slice(0, Math.max(4, Math.min(limited(min) ?? 0, LONGEST)))
    .slice(0, limited(max));
}

function numberTerms({ min, max, isWhole }: FieldOf<'number'>): string {
  return sentence(isWhole ? 'Whole number' : 'Number', range(min ?? undefined, max ?? undefined));
}

function exampleNumber({ min, max, isWhole }: FieldOf<'number'>): number {
  const value = Math.min(
    Math.max(EXAMPLE_NUMBER, min ?? Number.NEGATIVE_INFINITY),
    max ?? Number.POSITIVE_INFINITY,
  );
  return isWhole ? (value === min ? Math.ceil(value) : Math.floor(value)) : value;
}

function dateTerms({ min, max }: FieldOf<'date'>): string {
  const bounds = range(min || undefined, max || undefined);
  return sentence(`Date and time in UTC, as \`${EXAMPLE_DATE}\``, bounds);
}

/** Dates are compared as texts: the backend stores all of them in one format. */
function exampleDate({ min, max }: FieldOf<'date'>): string {
  if (min > EXAMPLE_DATE) return min;
  return max !== '' && max < EXAMPLE_DATE ? max : EXAMPLE_DATE;
}

function fileTerms(field: FieldOf<'file'>): string {
  const size = limited(field.maxSize);
  const many = isMultiple(field);
  return sentence(
    many ? `Up to ${mostOf(field)} files` : 'A file',
    size && `at most ${Number((size / BYTES_PER_MB).toFixed(2))} MB${many ? ' each' : ''}`,
    field.mimeTypes.length > 0 ? `of type ${list(field.mimeTypes)}` : undefined,
  );
}

function jsonTerms({ maxSize }: FieldOf<'json'>): string {
  const size = limited(maxSize);
  return sentence('Any JSON value', size && `at most ${size} bytes`);
}

export type ExampleValue =
  | string
  | number
  | boolean
  | readonly string[]
  | Readonly<Record<string, string | number>>;

export type RelationIds = (count: number) => readonly string[];

interface FieldDocs<Type extends ShownType> {
  /** In the tables; a list is an `Array` of it. */
  readonly name: 'String' | 'Number' | 'Boolean' | 'JSON' | 'File';
  readonly terms: (field: FieldOf<Type>) => string;
  readonly example: (field: FieldOf<Type>, relationIds: RelationIds) => ExampleValue;
}

const exampleOf = ({ onlyDomains, exceptDomains }: WithDomains) => exampleDomain(onlyDomains, exceptDomains);

const DOCS: { readonly [Type in ShownType]: FieldDocs<Type> } = {
  text: { name: 'String', terms: textTerms, example: exampleText },
  editor: { name: 'String', terms: () => 'Rich text, as HTML.', example: () => '<p>test</p>' },
  number: { name: 'Number', terms: numberTerms, example: exampleNumber },
  bool: { name: 'Boolean', terms: () => '`true` or `false`.', example: () => true },
  email: {
    name: 'String',
    terms: (field) => sentence('E-mail address', domainTerms(field)),
    example: (field) => `test@${exampleOf(field)}`,
  },
  url: {
    name: 'String',
    terms: (field) => sentence('URL with its scheme', domainTerms(field)),
    example: (field) => `https://${exampleOf(field)}`,
  },
  date: { name: 'String', terms: dateTerms, example: exampleDate },
  select: {
    name: 'String',
    terms: (field) => `${isMultiple(field) ? `Up to ${mostOf(field)}` : 'One'} of ${list(field.choices)}.`,
    example(field) {
      const [first = 'value'] = field.choices;
      return isMultiple(field) ? [first] : first;
    },
  },
  file: { name: 'File', terms: fileTerms, example: (field) => (isMultiple(field) ? [FILE_NAME] : FILE_NAME) },
  relation: {
    name: 'String',
    terms: (field) =>
      isMultiple(field)
        ? sentence('Ids of related records', range(limited(field.min), limited(field.max)))
        : 'Id of a related record.',
    example(field, relationIds) {
      if (!isMultiple(field)) return relationIds(1)[0] ?? '';
      return relationIds(Math.min(Math.max(1, limited(field.min) ?? 1), MOST_IDS));
    },
  },
  json: { name: 'JSON', terms: jsonTerms, example: () => ({ key: 'value' }) },
  geoPoint: {
    name: 'JSON',
    terms: () => 'A place on the earth, in degrees: `lon` from -180 to 180, `lat` from -90 to 90.',
    example: () => ({ lon: 7.44, lat: 46.95 }),
  },
};

/** Any JSON value, for a type without words of its own. */
const ANY = { ...DOCS.json, terms: () => 'Any JSON value.' } as FieldDocs<never>;

/** Of types that only some backends have. */
const MORE: Partial<Record<FieldType, FieldDocs<never>>> = {
  autodate: {
    name: 'String',
    terms: () => 'Date and time, set by the backend.',
    example: () => EXAMPLE_DATE,
  },
  password: {
    name: 'String',
    terms: (field: FieldOf<'password'>) => {
      const length = range(limited(field.min), limited(field.max));
      return sentence('A password, which no response contains', length && `${length} characters`);
    },
    example: (field: FieldOf<'password'>) => '1234567890'.padEnd(limited(field.min) ?? 0, '1234567890'),
  },
};

const docsOf = ({ type }: Field): FieldDocs<never> =>
  MORE[type] ?? (shownType(type) === type ? (DOCS[type as ShownType] as FieldDocs<never>) : ANY);

export function typeName(field: Field): string {
  const { name } = docsOf(field);
  return isMultiple(field) ? `Array<${name}>` : name;
}

/** Describes the values that a field accepts, including its options. */
export const fieldTerms = (field: Field): string => docsOf(field).terms(field as never);

/** As the backend returns it. It might not match the field's pattern or a large minimum. */
export const exampleValue = (field: Field, relationIds: RelationIds): ExampleValue =>
  docsOf(field).example(field as never, relationIds);

/** How an update can change a field, unless it has files, other than by setting it; '' if it can't. */
export function updateTerms(field: Field): string {
  const { name, type } = field;
  if (type === 'number') return `\`${name}+\` and \`${name}-\` add to and subtract from the stored number.`;
  return isMultiple(field)
    ? `\`${name}+\` and \`${name}-\` add values to and remove values from the stored list.`
    : '';
}
