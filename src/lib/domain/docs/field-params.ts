import { fieldTerms, range, typeName, updateTerms } from '#domain/field-types/params.ts';
import type { DocsContext, Param } from './doc.ts';
import { minPasswordLength } from './example-record.ts';
import { bodyParam } from './params.ts';

/** The maximum length of passwords, in characters. */
const MAX_PASSWORD_LENGTH = 72;

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
    text: [fieldTerms(field), use === 'update' ? updateTerms(field) : ''].filter(Boolean),
  }));
}

/** The rows of the system fields of an account. */
export function authParams({ collection }: DocsContext, use: 'create' | 'update'): Param[] {
  if (collection.type !== 'auth') return [];
  const isNew = use === 'create';
  const managers = 'admins and users who match the manage rule';
  const length = range(minPasswordLength(collection), MAX_PASSWORD_LENGTH);
  return [
    bodyParam(
      'username',
      'String',
      `Name to sign in with, unique in the collection.${isNew ? ' Generated if omitted.' : ''}`,
    ),
    {
      ...bodyParam(
        'email',
        'String',
        'E-mail address, unique in the collection.',
        ...(isNew ? [] : [`Only ${managers} can set it here; all others request an e-mail change.`]),
      ),
      required: isNew && collection.options['requireEmail'] === true,
    },
    bodyParam('emailVisibility', 'Boolean', 'Whether others see the address in responses.'),
    ...(isNew
      ? []
      : [
          bodyParam(
            'oldPassword',
            'String',
            `The current password, needed to change it; not needed for ${managers}.`,
          ),
        ]),
    {
      ...bodyParam(
        'password',
        'String',
        `Password, ${length} characters.`,
        ...(isNew ? [] : ['A change ends all sessions of the account.']),
      ),
      required: isNew,
    },
    { ...bodyParam('passwordConfirm', 'String', 'The same password again.'), required: isNew },
    bodyParam('verified', 'Boolean', `Whether the address is verified. Only ${managers} can set it.`),
  ];
}
