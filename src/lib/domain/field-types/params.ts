import { text } from '#domain/app/lenient.ts';
import { type FieldType, isMultiple, listOption, numberOption, type TypedField } from './field-type.ts';

const BYTES_PER_MB = 1024 * 1024;

const list = (values: readonly string[]) => values.map((value) => `\`${value}\``).join(', ');

/** The value of a numeric limit; undefined for 0 and null, which mean no limit. */
const limit = ({ options }: TypedField, name: string): number | undefined =>
  numberOption(options, name) || undefined;

/** Returns `from 2 to 5`, `at least 2`, `at most 5` or ''. */
export function range(min: number | string | undefined, max: number | string | undefined): string {
  if (min !== undefined && max !== undefined) return `from ${min} to ${max}`;
  if (min !== undefined) return `at least ${min}`;
  return max === undefined ? '' : `at most ${max}`;
}

const sentence = (...parts: readonly (string | undefined)[]) => `${parts.filter(Boolean).join(', ')}.`;

function domains({ options }: TypedField): string | undefined {
  const only = listOption(options, 'onlyDomains');
  const except = listOption(options, 'exceptDomains');
  if (only.length > 0) return `only of ${list(only)}`;
  return except.length > 0 ? `not of ${list(except)}` : undefined;
}

const dateLimit = ({ options }: TypedField, name: string): string | undefined =>
  text(options[name]) || undefined;

function textTerms(field: TypedField): string {
  const length = range(limit(field, 'min'), limit(field, 'max'));
  const pattern = text(field.options['pattern']);
  return sentence('Plain text', length && `${length} characters`, pattern && `matching \`${pattern}\``);
}

function numberTerms({ options }: TypedField): string {
  const bounds = range(numberOption(options, 'min'), numberOption(options, 'max'));
  return sentence(options['noDecimal'] === true ? 'Whole number' : 'Number', bounds);
}

function fileTerms(field: TypedField): string {
  const size = limit(field, 'maxSize');
  const mimes = listOption(field.options, 'mimeTypes');
  const many = isMultiple(field);
  return sentence(
    many ? `Up to ${limit(field, 'maxSelect')} files` : 'A file',
    size === undefined
      ? undefined
      : `at most ${Number((size / BYTES_PER_MB).toFixed(2))} MB${many ? ' each' : ''}`,
    mimes.length > 0 ? `of type ${list(mimes)}` : undefined,
  );
}

interface Param {
  /** The type's name in the tables; a list is an `Array` of it. */
  readonly name: 'String' | 'Number' | 'Boolean' | 'JSON' | 'File';
  /** Describes the values that a field accepts, its options included. */
  readonly terms: (field: TypedField) => string;
}

const PARAMS: Readonly<Record<FieldType, Param>> = {
  text: { name: 'String', terms: textTerms },
  editor: { name: 'String', terms: () => 'Rich text, as HTML.' },
  number: { name: 'Number', terms: numberTerms },
  bool: { name: 'Boolean', terms: () => '`true` or `false`.' },
  email: { name: 'String', terms: (field) => sentence('E-mail address', domains(field)) },
  url: { name: 'String', terms: (field) => sentence('URL with its scheme', domains(field)) },
  date: {
    name: 'String',
    terms: (field) =>
      sentence(
        'Date and time in UTC, as `2022-01-01 10:00:00.123Z`',
        range(dateLimit(field, 'min'), dateLimit(field, 'max')),
      ),
  },
  select: {
    name: 'String',
    terms: (field) =>
      `${isMultiple(field) ? `Up to ${limit(field, 'maxSelect')}` : 'One'} of ${list(listOption(field.options, 'values'))}.`,
  },
  file: { name: 'File', terms: fileTerms },
  relation: {
    name: 'String',
    terms: (field) =>
      isMultiple(field)
        ? sentence('Ids of related records', range(limit(field, 'minSelect'), limit(field, 'maxSelect')))
        : 'Id of a related record.',
  },
  json: {
    name: 'JSON',
    terms(field) {
      const size = range(undefined, limit(field, 'maxSize'));
      return sentence('Any JSON value', size && `${size} bytes`);
    },
  },
};

/** The name of a parameter's type in the tables. */
export function typeName(field: TypedField): string {
  const { name } = PARAMS[field.type];
  return isMultiple(field) ? `Array<${name}>` : name;
}

/** Describes the values that a field accepts, including its options. */
export const fieldTerms = (field: TypedField): string => PARAMS[field.type].terms(field);

/** Describes how an update can change a field other than by setting it; '' if it can't. */
export function updateTerms(field: TypedField & { readonly name: string }): string {
  const { name, type } = field;
  if (type === 'file') {
    return isMultiple(field)
      ? `New files are added to the stored ones. \`null\` deletes all; \`${name}-\` with a file name deletes that one.`
      : '`null` deletes the stored file.';
  }
  if (type === 'number') {
    return `\`${name}+\` and \`${name}-\` add to and subtract from the stored number.`;
  }
  return isMultiple(field)
    ? `\`${name}+\` and \`${name}-\` add values to and remove values from the stored list.`
    : '';
}
