import { NOT_FOUND_MESSAGE } from '#domain/app/api-error.ts';
import { type Collection, ownFields, type Rule } from '#domain/backend/collection.ts';
import { dateFieldsOf, searchFieldsOf } from '#domain/collections/columns.ts';
import { ruleTitle } from '#domain/collections/rules.ts';
import { exampleValue, fieldTerms, range, typeName, updateTerms } from '#domain/field-types/docs.ts';
import { isMultiple } from '#domain/field-types/field-type.ts';
import { isFilterable, isNumberText } from '#domain/model/filter/print.ts';
import type { Access, Call, DocsContext, DocTab, FieldErrors, Rows } from '../doc.ts';
import { Code, type Literals } from '../literal.ts';
import { writeParts } from '../sample.ts';
import { accountTabs } from './accounts.ts';
import {
  BLANK,
  endpoint,
  exampleEmail,
  exampleRecord,
  GENERAL_FAILURE,
  MISSING,
  minPasswordLength,
  recordQuery,
  relationNames,
  ruleAccess,
  signInFor,
} from './shared.ts';

const ADMINS_ONLY = {
  '403 The request does not come from an admin.': 'Only admins can perform this action.',
};
/** In characters. */
const MAX_PASSWORD_LENGTH = 72;

const OPERATORS: Readonly<Record<string, string>> = {
  '=': 'equal',
  '!=': 'not equal',
  '>': 'greater than',
  '>=': 'greater than or equal',
  '<': 'less than',
  '<=': 'less than or equal',
  '~': 'like: contains the text, or matches it where it has `%` as a wildcard',
  '!~': 'not like',
  '?=': 'equal for at least one value of a list',
  '?!=': 'not equal for at least one',
  '?>': 'greater than for at least one',
  '?>=': 'greater than or equal for at least one',
  '?<': 'less than for at least one',
  '?<=': 'less than or equal for at least one',
  '?~': 'like for at least one',
  '?!~': 'not like for at least one',
  '( ... )': 'groups conditions',
  '&&': 'both conditions',
  '||': 'at least one of the conditions',
};

/** It matches a record with the values of the example. */
function exampleFilter({ collection, placeholders }: DocsContext): string {
  for (const field of ownFields(collection)) {
    if (!isFilterable(field.name) || isMultiple(field)) continue;
    const value = exampleValue(field, placeholders.relationIds);
    const isPlain = field.type === 'bool' || (field.type === 'number' && isNumberText(String(value)));
    if (isPlain) return `${field.name} = ${value}`;
    // A quote inside of the value would end the string of the filter, a backslash at its end would continue it.
    const isText = ['text', 'select', 'email', 'url'].includes(field.type) && !/"|\\$/.test(String(value));
    if (isText) return `${field.name} = "${value}"`;
  }
  return dateFieldsOf(collection).includes('created') ? 'created >= "2022-01-01 00:00:00"' : `id != ""`;
}

/** The rule hides the record from requests that do not match. */
const recordFailures = (rule: Rule) => ({
  ...(rule === null && ADMINS_ONLY),
  [rule ? '404 No record has this id, or the rule hides it from the request.' : '404 No record has this id.']:
    NOT_FOUND_MESSAGE,
});

function reading(context: DocsContext): DocTab[] {
  const { collection, placeholders } = context;
  const { name, listRule, viewRule } = collection;
  const filter = exampleFilter(context);
  const sort = dateFieldsOf(collection).includes('created') ? '-created' : '-id';
  const dart = { named: { page: 1, perPage: 50, sort, filter } };
  const sortable = ['@random', ...searchFieldsOf(collection)].map((key) => `\`${key}\``).join(', ');
  const relations = relationNames(context).join(',');
  const named = relations === '' ? undefined : { expand: relations };
  const record = exampleRecord(context);
  return [
    {
      ...endpoint(context, 'GET', 'list', 'List/Search', 'records'),
      description: `Returns \`${name}\` records page by page, with optional sort and filter.`,
      sample: [
        signInFor(context, 'listRule'),
        ['one page', { result: 'page', method: 'getList', args: [1, 50], named: { sort, filter }, dart }],
        ['all records, fetched page by page', { result: 'all', method: 'getFullList', named: { sort } }],
        [
          'the first record that matches',
          { result: 'first', method: 'getFirstListItem', args: [filter], named },
        ],
      ],
      access: ruleAccess(context, 'listRule', 'Returns only the records that match'),
      query: {
        'page: Number': 'Number of the page; 1 by default.',
        'perPage: Number': 'Records per page; 30 by default, 500 at most.',
        sort: {
          text: [
            'Keys to sort by, separated by commas: `-` in front for descending, `+` or nothing for ascending.',
            `Supported: ${sortable}.`,
          ],
          example: `?sort=${sort},id`,
        },
        filter: {
          text: 'A condition for the returned records. In an address it must be URL-encoded.',
          example: `?filter=(${filter})`,
          details: OPERATORS,
        },
        ...recordQuery(context),
        'skipTotal: Boolean': [
          'Skips the count of all matching records, which makes the search faster: `totalItems` and `totalPages` are then -1.',
          'The libraries set it in `getFullList()` and `getFirstListItem()`.',
        ],
      },
      success: [
        'One page of records.',
        { page: 1, perPage: 30, totalItems: 1, totalPages: 1, items: [record] },
      ],
      failures: {
        '400 The filter or the sort contains an unknown name or is not a valid expression.': GENERAL_FAILURE,
        ...(listRule === null
          ? ADMINS_ONLY
          : {
              '403 The request filters or sorts by `@collection` and does not come from an admin.':
                'Only admins can filter by @collection.',
            }),
      },
    },
    {
      ...endpoint(context, 'GET', 'view', 'View', 'records/:id'),
      description: `Returns one \`${name}\` record.`,
      sample: [
        signInFor(context, 'viewRule'),
        { result: 'record', method: 'getOne', args: [placeholders.recordId], named },
      ],
      access: ruleAccess(context, 'viewRule', 'Returns the record only if it matches'),
      pathParams: { id: 'Id of the record.' },
      query: recordQuery(context),
      success: ['The record.', record],
      failures: recordFailures(viewRule),
    },
  ];
}

/** Of the system fields of an account; none in other collections. */
function accountRows({ collection }: DocsContext, isNew: boolean): Rows {
  if (collection.type !== 'auth') return {};
  const managers = 'admins and users who match the manage rule';
  const length = range(minPasswordLength(collection), MAX_PASSWORD_LENGTH);
  const isEmailRequired = isNew && collection.auth?.isEmailRequired === true;
  return {
    'username?': `Name to sign in with, unique in the collection.${isNew ? ' Generated if omitted.' : ''}`,
    [isEmailRequired ? 'email' : 'email?']: [
      'E-mail address, unique in the collection.',
      !isNew && `Only ${managers} can set it here; all others request an e-mail change.`,
    ],
    'emailVisibility?: Boolean': 'Whether others see the address in responses.',
    ...(!isNew && {
      'oldPassword?': `The current password, needed to change it; not needed for ${managers}.`,
    }),
    [isNew ? 'password' : 'password?']: [
      `Password, ${length} characters.`,
      !isNew && 'A change ends all sessions of the account.',
    ],
    [isNew ? 'passwordConfirm' : 'passwordConfirm?']: 'The same password again.',
    'verified?: Boolean': `Whether the address is verified. Only ${managers} can set it.`,
  };
}

/** Of the schema. An update keeps the fields that it does not contain. */
const fieldRows = ({ collection }: DocsContext, isNew: boolean): Rows =>
  Object.fromEntries(
    ownFields(collection).map((field) => [
      `${field.name}${isNew && field.isRequired ? '' : '?'}: ${typeName(field)}`,
      [fieldTerms(field), !isNew && updateTerms(field)],
    ]),
  );

/** Files come from `fileInput`, an input of the page. */
function bodyValues(context: DocsContext, isNew: boolean): Literals {
  const { collection, placeholders } = context;
  const password = placeholders.newPassword(minPasswordLength(collection));
  return {
    ...(collection.type === 'auth' && {
      username: placeholders.username,
      ...(isNew && { email: exampleEmail(context) }),
      emailVisibility: true,
      ...(!isNew && { oldPassword: placeholders.password }),
      password,
      passwordConfirm: password,
    }),
    ...Object.fromEntries(
      ownFields(collection).map((field) => [
        field.name,
        field.type === 'file'
          ? new Code(isMultiple(field) ? '[...fileInput.files]' : 'fileInput.files[0]')
          : exampleValue(field, placeholders.relationIds),
      ]),
    ),
  };
}

/** Of an empty required field; without such a field, of the id. */
function invalidField({ type, fields }: Collection, isNew: boolean): FieldErrors {
  if (type === 'auth') {
    return isNew
      ? { password: BLANK, passwordConfirm: BLANK }
      : { passwordConfirm: { code: 'validation_values_mismatch', message: "Values don't match." } };
  }
  const required = fields.find((field) => field.isRequired);
  if (required) {
    return { [required.name]: { code: 'validation_required', message: 'Missing required value.' } };
  }
  return isNew
    ? { id: { code: 'validation_length_invalid', message: 'The length must be exactly 15.' } }
    : { id: { code: 'validation_in_invalid', message: 'Must be a valid value.' } };
}

function writing(context: DocsContext): DocTab[] {
  const { collection, placeholders } = context;
  const { name, type, createRule, updateRule, deleteRule } = collection;
  const record = exampleRecord(context);
  const hasFiles = collection.fields.some((field) => field.type === 'file');
  const formats = [
    'The body may be `application/json` or `multipart/form-data`.',
    hasFiles &&
      'Files can only be sent as `multipart/form-data`. The libraries do this when the data contains files.',
  ];
  const common = {
    query: recordQuery(context),
    dartImports: hasFiles ? [`import 'package:http/http.dart' as http;`] : [],
  };
  const invalid = '400 A value is not valid; `data` says which one and why.';
  const refused = createRule
    ? '400 A value is not valid; `data` says which one. Without `data`: the create rule does not match.'
    : invalid;
  // The backend uses another message for requests that do not come from an admin.
  const message = createRule === null ? GENERAL_FAILURE : 'Failed to create record.';
  return [
    {
      ...endpoint(context, 'POST', 'create', 'Create', 'records'),
      ...common,
      sample: [signInFor(context, 'createRule'), ...writeParts('create', [], bodyValues(context, true))],
      description: [`Creates a \`${name}\` record.`, ...formats],
      access: [
        ...ruleAccess(context, 'createRule', 'Creates the record only if request and record match'),
        ...ruleAccess(context, 'manageRule', 'Sets `verified` only if request and record match'),
      ],
      body: {
        'id?': 'Exactly 15 characters of `a-z` and `0-9`. Generated if omitted.',
        ...accountRows(context, true),
        ...fieldRows(context, true),
      },
      success: ['The new record.', record],
      failures: {
        [refused]: { message, data: invalidField(collection, true) },
        ...(createRule === null && ADMINS_ONLY),
      },
    },
    {
      ...endpoint(context, 'PATCH', 'update', 'Update', 'records/:id'),
      ...common,
      sample: [
        signInFor(context, 'updateRule'),
        ...writeParts('update', [placeholders.recordId], bodyValues(context, false)),
      ],
      description: [
        `Changes a \`${name}\` record. Fields that the body does not contain stay unchanged.`,
        ...formats,
        type === 'auth' &&
          'A change of the password ends all sessions of the account: its tokens are no longer valid.',
      ],
      access: [
        ...ruleAccess(context, 'updateRule', 'Changes the record only if it matches'),
        ...ruleAccess(
          context,
          'manageRule',
          'Sets `email`, `verified` or a password without the old one only if the record matches',
        ),
      ],
      pathParams: { id: 'Id of the record to change.' },
      body: { ...accountRows(context, false), ...fieldRows(context, false) },
      success: ['The updated record.', record],
      failures: {
        [invalid]: { message: GENERAL_FAILURE, data: invalidField(collection, false) },
        ...recordFailures(updateRule),
      },
    },
    {
      ...endpoint(context, 'DELETE', 'delete', 'Delete', 'records/:id'),
      description: `Deletes a \`${name}\` record, its files, and the records that refer to it by a relation with cascade delete.`,
      sample: [signInFor(context, 'deleteRule'), { method: 'delete', args: [placeholders.recordId] }],
      access: ruleAccess(context, 'deleteRule', 'Deletes the record only if it matches'),
      pathParams: { id: 'Id of the record to delete.' },
      success: ['The record is deleted.'],
      failures: {
        '400 A required relation of another record points to it.':
          'Failed to delete record. Make sure that the record is not part of a required relation reference.',
        ...recordFailures(deleteRule),
      },
    },
  ];
}

/** Events of a record, or of all with `*`. */
const subscribe = (topic: string): Call => ({
  method: 'subscribe',
  args: [topic, new Code('(event) => {\n    console.log(event.action, event.record);\n}')],
  dart: { args: [topic, new Code(`(event) {\n  print('\${event.action} \${event.record}');\n}`)] },
});

function realtime(context: DocsContext): DocTab {
  const { collection, placeholders } = context;
  const { name } = collection;
  const path = '/api/realtime';
  const topicAccess = (rule: 'listRule' | 'viewRule', topic: string, content: string): Access[] => {
    const locked = `Events of \`${topic}\` reach only admins: the ${ruleTitle(rule).toLowerCase()} is locked.`;
    if (collection[rule] === null) return [{ text: locked }];
    return ruleAccess(context, rule, `Events of \`${topic}\` report only ${content} that match`);
  };
  return {
    id: 'realtime',
    title: 'Realtime',
    method: 'POST',
    path,
    description: [
      `Reports created, updated and deleted \`${name}\` records immediately, through server-sent events.`,
      'One connection serves all subscriptions: `GET` opens it, and its first event, `PB_CONNECT`, contains the client id; `POST` sets the subscriptions of that client. The libraries do both, and reconnect after an interruption.',
    ],
    sample: [
      // Either rule may need a sign-in; one sign-in is enough for both.
      signInFor(context, 'listRule') ?? signInFor(context, 'viewRule'),
      ['changes of any record', subscribe('*')],
      ['changes of one record', subscribe(placeholders.recordId)],
      [
        'when the events are no longer needed',
        { method: 'unsubscribe', args: [placeholders.recordId] },
        { method: 'unsubscribe', args: ['*'] },
      ],
    ],
    before: { method: 'GET', path, text: 'Opens the connection.' },
    text: 'Replaces the subscriptions of the client. The rules use the token of this request.',
    access: [
      ...topicAccess('listRule', `${name}/*`, 'records'),
      ...topicAccess('viewRule', `${name}/RECORD_ID`, 'changes of records'),
    ],
    body: {
      clientId: 'Id of the client, from the first event.',
      'subscriptions?: Array<String>': {
        text: `The topics: \`${name}/*\` for every record, \`${name}/RECORD_ID\` for one. An empty list ends all subscriptions.`,
        example: JSON.stringify({ clientId: 'CLIENT_ID', subscriptions: [`${name}/*`] }),
      },
    },
    event: { action: 'create', record: exampleRecord(context) },
    success: ['The subscriptions are set.'],
    failures: {
      '400 The client id is missing.': MISSING,
      '403 The client has already subscribed as another user.':
        "The current and the previous request authorization don't match.",
      '404 No open connection has this client id.': 'Missing or invalid client id.',
    },
  };
}

/** In their order; a divider separates those of accounts. Views can only be read. */
export function tabsOf(context: DocsContext): DocTab[] {
  const { type } = context.collection;
  const accounts = type === 'auth' ? accountTabs(context) : [];
  return [
    ...reading(context),
    ...(type === 'view' ? [] : [...writing(context), realtime(context)]),
    ...accounts.map((tab, index) => ({ ...tab, divided: index === 0 })),
  ];
}
