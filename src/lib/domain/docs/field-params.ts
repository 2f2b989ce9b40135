import type { SchemaField } from '#domain/collections/collection.ts';
import { isMultiple, listOption } from '#domain/collections/editor/field-types.ts';
import type { DocsContext, Param } from './doc.ts';
import { minPasswordLength } from './example-record.ts';
import { typeName } from './example-value.ts';

/** The maximum length of passwords, in characters. */
const MAX_PASSWORD_LENGTH = 72;
const BYTES_PER_MB = 1024 * 1024;

const list = (values: readonly string[]) => values.map((value) => `\`${value}\``).join(', ');
/** A positive number in the options; 0 and null mean no limit. */
function limit(field: SchemaField, name: string): number | undefined {
  const value = field.options[name];
  return typeof value === 'number' && value !== 0 ? value : undefined;
}

/** Returns `from 2 to 5`, `at least 2`, `at most 5` or nothing. */
function range(min: number | string | undefined, max: number | string | undefined): string {
  if (min !== undefined && max !== undefined) return `from ${min} to ${max}`;
  if (min !== undefined) return `at least ${min}`;
  return max === undefined ? '' : `at most ${max}`;
}

const sentence = (...parts: readonly (string | undefined)[]) => `${parts.filter(Boolean).join(', ')}.`;

function domains(field: SchemaField): string | undefined {
  const only = listOption(field.options, 'onlyDomains');
  const except = listOption(field.options, 'exceptDomains');
  if (only.length > 0) return `only of ${list(only)}`;
  return except.length > 0 ? `not of ${list(except)}` : undefined;
}

function dateLimit(field: SchemaField, name: string): string | undefined {
  const value = field.options[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function fileText(field: SchemaField): string[] {
  const size = limit(field, 'maxSize');
  const mimes = listOption(field.options, 'mimeTypes');
  const many = isMultiple(field);
  return [
    sentence(
      many ? `Up to ${limit(field, 'maxSelect')} files` : 'A file',
      size === undefined
        ? undefined
        : `at most ${Number((size / BYTES_PER_MB).toFixed(2))} MB${many ? ' each' : ''}`,
      mimes.length > 0 ? `of type ${list(mimes)}` : undefined,
    ),
  ];
}

/** Describes the values that a field accepts, including its options (DC-09). */
function fieldText(field: SchemaField): string[] {
  const many = isMultiple(field);
  switch (field.type) {
    case 'text': {
      const length = range(limit(field, 'min'), limit(field, 'max'));
      const pattern = field.options['pattern'];
      return [
        sentence(
          'Plain text',
          length && `${length} characters`,
          typeof pattern === 'string' && pattern !== '' ? `matching \`${pattern}\`` : undefined,
        ),
      ];
    }
    case 'number': {
      const { min, max } = field.options;
      const bounds = range(
        typeof min === 'number' ? min : undefined,
        typeof max === 'number' ? max : undefined,
      );
      return [sentence(field.options['noDecimal'] === true ? 'Whole number' : 'Number', bounds)];
    }
    case 'bool':
      return ['`true` or `false`.'];
    case 'email':
      return [sentence('E-mail address', domains(field))];
    case 'url':
      return [sentence('URL with its scheme', domains(field))];
    case 'editor':
      return ['Rich text, as HTML.'];
    case 'date':
      return [
        sentence(
          'Date and time in UTC, as `2022-01-01 10:00:00.123Z`',
          range(dateLimit(field, 'min'), dateLimit(field, 'max')),
        ),
      ];
    case 'select':
      return [
        `${many ? `Up to ${limit(field, 'maxSelect')}` : 'One'} of ${list(listOption(field.options, 'values'))}.`,
      ];
    case 'json': {
      const size = range(undefined, limit(field, 'maxSize'));
      return [sentence('Any JSON value', size && `${size} bytes`)];
    }
    case 'file':
      return fileText(field);
    case 'relation': {
      const count = range(limit(field, 'minSelect'), limit(field, 'maxSelect'));
      return [many ? sentence('Ids of related records', count) : 'Id of a related record.'];
    }
  }
}

function updateText(field: SchemaField): string[] {
  if (field.type === 'file') {
    return isMultiple(field)
      ? [
          `New files are added to the stored ones. \`null\` deletes all; \`${field.name}-\` with a file name deletes that one.`,
        ]
      : ['`null` deletes the stored file.'];
  }
  if (field.type === 'number') {
    return [`\`${field.name}+\` and \`${field.name}-\` add to and subtract from the stored number.`];
  }
  return isMultiple(field)
    ? [`\`${field.name}+\` and \`${field.name}-\` add values to and remove values from the stored list.`]
    : [];
}

/** Whether the schema has file fields: requests with files must be forms. */
export function hasFiles({ collection }: DocsContext): boolean {
  return collection.schema.some((field) => field.type === 'file');
}

/** The rows of the fields in the schema. */
export function schemaParams({ collection }: DocsContext, use: 'create' | 'update'): Param[] {
  return collection.schema.map((field) => ({
    name: field.name,
    type: typeName(field),
    // An update keeps the fields that it does not contain.
    required: use === 'create' && field.required,
    text: [...fieldText(field), ...(use === 'update' ? updateText(field) : [])],
  }));
}

/** The rows of the system fields of an account (DC-09). */
export function authParams({ collection }: DocsContext, use: 'create' | 'update'): Param[] {
  if (collection.type !== 'auth') return [];
  const isNew = use === 'create';
  const managers = 'admins and users who match the manage rule';
  const length = range(minPasswordLength(collection), MAX_PASSWORD_LENGTH);
  return [
    {
      name: 'username',
      type: 'String',
      required: false,
      text: [
        isNew
          ? 'Name to sign in with, unique in the collection. Generated if omitted.'
          : 'Name to sign in with, unique in the collection.',
      ],
    },
    {
      name: 'email',
      type: 'String',
      required: isNew && collection.options['requireEmail'] === true,
      text: [
        'E-mail address, unique in the collection.',
        ...(isNew ? [] : [`Only ${managers} can set it here; all others request an e-mail change.`]),
      ],
    },
    {
      name: 'emailVisibility',
      type: 'Boolean',
      required: false,
      text: ['Whether others see the address in responses.'],
    },
    ...(isNew
      ? []
      : [
          {
            name: 'oldPassword',
            type: 'String',
            required: false,
            text: [`The current password, needed to change it; not needed for ${managers}.`],
          },
        ]),
    {
      name: 'password',
      type: 'String',
      required: isNew,
      text: [
        `Password, ${length} characters.`,
        ...(isNew ? [] : ['A change ends all sessions of the account.']),
      ],
    },
    {
      name: 'passwordConfirm',
      type: 'String',
      required: isNew,
      text: ['The same password again.'],
    },
    {
      name: 'verified',
      type: 'Boolean',
      required: false,
      text: [`Whether the address is verified. Only ${managers} can set it.`],
    },
  ];
}
