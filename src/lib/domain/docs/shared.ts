import { type Collection, fieldWith, ownFields } from '#domain/backend/collection.ts';
import { dateFieldsOf } from '#domain/collections/columns.ts';
import { type RuleName, ruleOf, ruleTitle } from '#domain/collections/rules.ts';
import { exampleDomain, exampleValue } from '#domain/field-types/docs.ts';
import type { Access, Call, DocsContext, DocTab, Line, Rows } from './doc.ts';

/** The path begins below the address of the collection. */
export const endpoint = (
  { collection }: DocsContext,
  method: DocTab['method'],
  id: string,
  title: string,
  path = id,
) => ({ id, title, method, path: `/api/collections/${collection.name}/${path}` });

/** Of a user, or of an admin instead of the user. */
export const TOKEN_ACCESS: Access = { text: 'Requires `Authorization:TOKEN` header' };

/** Administrators, everyone, or requests that match the rule. `effect` begins a sentence: `Returns only records that match`. */
export function ruleAccess({ collection, line }: DocsContext, name: RuleName, effect: string): Access[] {
  const rule = ruleOf(collection, name);
  const title = ruleTitle(name).toLowerCase();
  if (rule) return [{ text: `${effect} the ${title}:`, rule }];
  if (name === 'manageRule') return [];
  return rule === null
    ? [{ text: `Requires ${line.administrator} \`Authorization:TOKEN\` header` }]
    : [{ text: `Open to everyone: the ${title} is empty.` }];
}

/** By default of the documented collection. */
export function signIn({ placeholders }: DocsContext, on?: string): Call {
  return { on, method: 'authWithPassword', args: [placeholders.identity, placeholders.password] };
}

/** Of an administrator. */
export const signInAsAdministrator = ({ placeholders, line }: DocsContext): Call => ({
  on: line.administrators,
  method: 'authWithPassword',
  args: [placeholders.adminEmail, placeholders.adminPassword],
});

/** Of an administrator if the rule is locked, of a user if it refers to the user. */
export function signInFor(context: DocsContext, name: RuleName): readonly Line[] | undefined {
  const rule = ruleOf(context.collection, name);
  if (rule === null)
    return [`only ${context.line.administrator}s may do this`, signInAsAdministrator(context)];
  if (!rule.includes('@request.auth')) return undefined;
  return ['the rule needs a signed-in user', signIn(context, context.authCollection)];
}

/** The relation fields of the collection, for `expand`. */
export const relationNames = ({ collection }: DocsContext): string[] =>
  collection.fields.filter(({ type }) => type === 'relation').map(({ name }) => name);

/** The parameter of every endpoint with a response body. */
export const fieldsQuery = (example: string, prefix: '' | 'record.' = ''): Rows => ({
  fields: {
    text: [
      'Keys to return, separated by commas; all by default. `*` means all keys of its level.',
      'A key can have a modifier: `:excerpt(maxLength, withEllipsis?)` returns the first `maxLength` characters as plain text, with `...` at the end if requested.',
    ],
    example: `?fields=${prefix}*,${prefix}${example}`,
  },
});

/** For endpoints that return records; `prefix` leads to them in the response: `record.` after a sign-in. */
export function recordQuery(context: DocsContext, prefix: '' | 'record.' = ''): Rows {
  const own = ownFields(context.collection);
  const [first = 'relField1', second = 'relField2'] = relationNames(context);
  const long = own.find(({ type }) => type === 'editor') ?? own.find(({ type }) => type === 'text');
  return {
    expand: {
      text: [
        'Relations to return together with the record, up to 6 levels deep, separated by commas.',
        `The related records are under \`${prefix}expand\`, by the name of the relation. Records that the request may not view are omitted.`,
      ],
      example: `?expand=${first},${second}.subRelField`,
    },
    ...fieldsQuery(`${long?.name ?? 'description'}:excerpt(200,true)`, prefix),
  };
}

/** In characters; 8 by default (AO). */
export const minPasswordLength = ({ auth }: Collection): number => auth?.minPassword ?? 8;

/** An e-mail address that the auth collection accepts. */
export function exampleEmail({ collection, placeholders }: DocsContext): string {
  const { onlyDomains: only = [], exceptDomains: except = [] } = collection.auth ?? {};
  const [name, domain = ''] = placeholders.email.split('@');
  const isAllowed = only.length > 0 ? only.includes(domain) : !except.includes(domain);
  return isAllowed ? placeholders.email : `${name}@${exampleDomain(only, except)}`;
}

/** Whether this is the name of an account, which only some backends have. */
export const hasUsername = ({ collection }: DocsContext): boolean =>
  fieldWith(collection, 'username') !== undefined;

/** With all keys that the backend returns. */
export function exampleRecord(context: DocsContext): Readonly<Record<string, unknown>> {
  const { collection, placeholders } = context;
  const dates = dateFieldsOf(collection);
  return {
    id: placeholders.recordId,
    collectionId: collection.id,
    collectionName: collection.name,
    ...(dates.includes('created') && { created: '2022-01-01 01:00:00.123Z' }),
    ...(dates.includes('updated') && { updated: '2022-01-01 23:59:59.456Z' }),
    ...(collection.type === 'auth' && {
      ...(hasUsername(context) && { username: placeholders.username }),
      email: exampleEmail(context),
      emailVisibility: true,
      verified: false,
    }),
    ...Object.fromEntries(
      ownFields(collection)
        // Dates that are fields stand above.
        .filter(({ isHidden, name, role }) => !isHidden && name !== role)
        .map((field) => [field.name, exampleValue(field, placeholders.relationIds)]),
    ),
  };
}

/** The backend's message for failures without a more specific one. */
export const GENERAL_FAILURE = 'Something went wrong while processing your request.';

export const BLANK = { code: 'validation_required', message: 'Cannot be blank.' };
/** The failure of a request whose required parameters are missing. */
export const missing = ({ line }: DocsContext) => ({ message: line.invalid, required: BLANK });
