import type { Param, ParamTable } from './doc.ts';

/** The prefix of names in `fields` and `expand`: `record.` in responses of a sign-in. */
export type Prefix = '' | 'record.';

/** The parameter `expand` of every endpoint that returns records. */
export function expandParam(relations: readonly string[], prefix: Prefix = ''): Param {
  const [first = 'relField1', second = 'relField2'] = relations;
  return {
    name: 'expand',
    type: 'String',
    text: [
      'Relations to return together with the record, up to 6 levels deep, separated by commas.',
      `The related records are under \`${prefix}expand\`, by the name of the relation. Records that the request may not view are omitted.`,
    ],
    example: `?expand=${first},${second}.subRelField`,
  };
}

/** The parameter `fields` of every endpoint with a response body. */
export function fieldsParam(example: string, prefix: Prefix = ''): Param {
  return {
    name: 'fields',
    type: 'String',
    text: [
      'Keys to return, separated by commas; all by default. `*` means all keys of its level.',
      'A key can have a modifier: `:excerpt(maxLength, withEllipsis?)` returns the first `maxLength` characters as plain text, with `...` at the end if requested.',
    ],
    example: `?fields=${prefix}*,${prefix}${example}`,
  };
}

/** The parameter `fields` for responses without relations and long texts. */
export const plainFieldsParam: Param = fieldsParam('name:excerpt(200,true)');

/** The parameter `id` in the path. */
export function idParam(text: string): Param {
  return { name: 'id', type: 'String', text: [text] };
}

/** A required string in the body. */
export function requiredText(name: string, text: string): Param {
  return { name, type: 'String', required: true, text: [text] };
}

/** A value in the body, by default one that may be left out. */
export function bodyParam(name: string, type: string, ...text: string[]): Param {
  return { name, type, required: false, text };
}

export const pathTable = (...params: Param[]): ParamTable => ({ title: 'Path parameters', params });
export const queryTable = (...params: Param[]): ParamTable => ({ title: 'Query parameters', params });
export const bodyTable = (...params: Param[]): ParamTable => ({ title: 'Body parameters', params });
