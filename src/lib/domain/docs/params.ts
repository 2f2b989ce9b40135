import type { Param, ParamTable } from './doc.ts';

/** The part of the record that `fields` and `expand` name, `record.` in answers of a sign-in. */
type Prefix = '' | 'record.';

/** `expand`, of every endpoint that returns records (DC-08). */
export function expandParam(relations: readonly string[], prefix: Prefix = ''): Param {
  const [first = 'relField1', second = 'relField2'] = relations;
  return {
    name: 'expand',
    type: 'String',
    text: [
      'Relations to return along with the record, up to 6 levels deep, joined by commas.',
      `The related records stand under \`${prefix}expand\`, by the name of the relation. Those that the request may not view are left out.`,
    ],
    example: `?expand=${first},${second}.subRelField`,
  };
}

/** `fields`, of every endpoint that returns something (DC-08). */
export function fieldsParam(example: string, prefix: Prefix = ''): Param {
  return {
    name: 'fields',
    type: 'String',
    text: [
      'What to return of the answer, joined by commas; everything by default. `*` stands for all keys of its level.',
      'A key may carry a modifier: `:excerpt(maxLength, withEllipsis?)` returns the first `maxLength` characters as plain text, with `...` at the end if asked for.',
    ],
    example: `?fields=${prefix}*,${prefix}${example}`,
  };
}

/** `fields` of answers without relations and long texts of their own. */
export const plainFieldsParam: Param = fieldsParam('name:excerpt(200,true)');

/** The id in the path. */
export function idParam(text: string): Param {
  return { name: 'id', type: 'String', text: [text] };
}

/** A text in the body that must be there. */
export function requiredText(name: string, text: string): Param {
  return { name, type: 'String', required: true, text: [text] };
}

export const pathTable = (...params: Param[]): ParamTable => ({ title: 'Path parameters', params });
export const queryTable = (...params: Param[]): ParamTable => ({ title: 'Query parameters', params });
export const bodyTable = (...params: Param[]): ParamTable => ({ title: 'Body parameters', params });
