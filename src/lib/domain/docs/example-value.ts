import type { SchemaField } from '#domain/collections/collection.ts';
import { isMultiple, listOption } from '#domain/collections/editor/field-types.ts';
import type { Placeholders } from './placeholders.ts';

const EXAMPLE_DATE = '2022-01-01 10:00:00.123Z';
const EXAMPLE_NUMBER = 123;
const EXAMPLE_DOMAIN = 'example.com';
const FILE_NAME = 'filename.jpg';

const numberOption = (field: SchemaField, name: string): number | undefined => {
  const value = field.options[name];
  return typeof value === 'number' ? value : undefined;
};

/** A domain that both lists allow. */
export function exampleDomain(only: readonly string[], except: readonly string[]): string {
  const [allowed] = only;
  if (allowed) return allowed;
  let domain = EXAMPLE_DOMAIN;
  while (except.includes(domain)) domain = `other.${domain}`;
  return domain;
}

function exampleText(field: SchemaField): string {
  const min = numberOption(field, 'min') ?? 0;
  // 0 means no limit.
  const max = numberOption(field, 'max') || Number.POSITIVE_INFINITY;
  const text = 'test'.repeat(Math.max(1, Math.ceil(min / 4)));
  return text.slice(0, Math.max(4, min)).slice(0, max);
}

function exampleNumber(field: SchemaField): number {
  const min = numberOption(field, 'min') ?? Number.NEGATIVE_INFINITY;
  const max = numberOption(field, 'max') ?? Number.POSITIVE_INFINITY;
  const value = Math.min(Math.max(EXAMPLE_NUMBER, min), max);
  return field.options['noDecimal'] === true ? (value === min ? Math.ceil(value) : Math.floor(value)) : value;
}

/** Dates are compared as text, because the backend stores all of them in one format. */
function exampleDate(field: SchemaField): string {
  const { min, max } = field.options;
  if (typeof min === 'string' && min > EXAMPLE_DATE) return min;
  if (typeof max === 'string' && max !== '' && max < EXAMPLE_DATE) return max;
  return EXAMPLE_DATE;
}

function several(count: number, field: SchemaField): number {
  return Math.max(count, numberOption(field, 'minSelect') ?? 0);
}

/** A JSON value in an example record. */
export type ExampleValue = string | number | boolean | readonly string[] | { readonly key: string };

/** A value that the field accepts, as the backend returns it (DC-12). Ignores patterns: they give no example. */
export function exampleValue(field: SchemaField, { relationIds }: Placeholders): ExampleValue {
  const domain = exampleDomain(
    listOption(field.options, 'onlyDomains'),
    listOption(field.options, 'exceptDomains'),
  );
  switch (field.type) {
    case 'text':
      return exampleText(field);
    case 'number':
      return exampleNumber(field);
    case 'bool':
      return true;
    case 'email':
      return `test@${domain}`;
    case 'url':
      return `https://${domain}`;
    case 'editor':
      return '<p>test</p>';
    case 'date':
      return exampleDate(field);
    case 'json':
      return { key: 'value' };
    case 'select': {
      const [first = 'value'] = listOption(field.options, 'values');
      return isMultiple(field) ? [first] : first;
    }
    case 'file':
      return isMultiple(field) ? [FILE_NAME] : FILE_NAME;
    case 'relation': {
      const ids = relationIds(field, isMultiple(field) ? several(1, field) : 1);
      return isMultiple(field) ? ids : (ids[0] ?? '');
    }
  }
}

/** The name of a parameter's type in the tables. */
export function typeName(field: SchemaField): string {
  const names: Partial<Record<SchemaField['type'], string>> = {
    number: 'Number',
    bool: 'Boolean',
    json: 'JSON',
    file: 'File',
  };
  const name = names[field.type] ?? 'String';
  return isMultiple(field) ? `Array<${name}>` : name;
}
