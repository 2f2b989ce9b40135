import { NOT_FOUND_MESSAGE } from '#domain/app/api-error.ts';
import { ownFields, type Rule } from '#domain/backend/collection.ts';
import type { Field } from '#domain/backend/field.ts';
import { dateFieldsOf, searchFieldsOf } from '#domain/collections/columns.ts';
import { ruleTitle } from '#domain/collections/rules.ts';
import { exampleValue, fieldTerms, range, typeName, updateTerms } from '#domain/field-types/docs.ts';
import { isMultiple } from '#domain/field-types/field-type.ts';
import { isFilterable, isNumberText } from '#domain/model/filter/print.ts';
import type { Access, Call, DocsContext, DocTab, Failures, FieldErrors, Rows } from './doc.ts';
import { Code, type Literals } from './literal.ts';
import { writeParts } from './sample.ts';
import {
  BLANK,
  endpoint,
  exampleEmail,
  exampleRecord,
  GENERAL_FAILURE,
  hasUsername,
  minPasswordLength,
  recordQuery,
  relationNames,
  ruleAccess,
  signInFor,
} from './shared.ts';

/** An administrator, with its article. */
const anAdministrator = ({ line }: DocsContext): string =>
  `${line.administrator === 'admin' ? 'an' : 'a'} ${line.administrator}`;

const administratorsOnly = (context: DocsContext): Failures => ({
  [`403 The request does not come from ${anAdministrator(context)}.`]: `Only ${context.line.administrator}s can perform this action.`,
});

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
    if (!isFilterable(field.name) || isMultiple(field) || field.isHidden) continue;
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
const recordFailures = (context: DocsContext, rule: Rule): Failures => ({
  ...(rule === null && administratorsOnly(context)),
  [rule ? '404 No record has this id, or the rule hides it from the request.' : '404 No record has this id.']:
    NOT_FOUND_MESSAGE,
});

function reading(context: DocsContext): DocTab[] {
  const { collection, placeholders, line } = context;
  const { name, listRule, viewRule } = collection;
  const filter = exampleFilter(context);
  const keys = line.list.sortKeys(collection);
  const sort = dateFieldsOf(collection).includes('created') ? '-created' : `-${keys[0] ?? 'id'}`;
  const dart = { named: { page: 1, perPage: 50, sort, filter } };
  const sortable = ['@random', ...keys, ...searchFieldsOf(collection)].map((key) => `\`${key}\``).join(', ');
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
        'perPage: Number': `Records per page; 30 by default, ${line.list.maxPerPage} at most.`,
        sort: {
          text: [
            'Keys to sort by, separated by commas: `-` in front for descending, `+` or nothing for ascending.',
            `Supported: ${sortable}.`,
            line.list.sortLimit ?? false,
          ],
          example: `?sort=${sort},id`,
        },
        filter: {
          text: [
            'A condition for the returned records. In an address it must be URL-encoded.',
            line.list.filterLimit ?? false,
          ],
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
          ? administratorsOnly(context)
          : {
              [`403 The request filters or sorts by \`@collection\` and does not come from ${anAdministrator(context)}.`]: `Only ${line.administrator}s can filter by @collection.`,
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
      failures: recordFailures(context, viewRule),
    },
  ];
}

/** Of the system fields of an account; none in other collections. */
function accountRows(context: DocsContext, isNew: boolean): Rows {
  const { collection, line } = context;
  if (collection.type !== 'auth') return {};
  const managers = `${line.administrator}s and users who match the manage rule`;
  const length = range(minPasswordLength(collection), line.write.maxPassword);
  const isEmailRequired = isNew && collection.auth?.isEmailRequired === true;
  return {
    ...(hasUsername(context) && {
      'username?': `Name to sign in with, unique in the collection.${isNew ? ' Generated if omitted.' : ''}`,
    }),
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

/** What nobody but the backend sets is left out. */
const writtenFields = ({ collection }: DocsContext): readonly Field[] =>
  ownFields(collection).filter(({ type }) => type !== 'autodate');

const isGenerated = (field: Field): boolean => 'autogenerate' in field && Boolean(field.autogenerate);

/** Of people's own fields. An update keeps the fields that it does not contain. */
function fieldRows(context: DocsContext, isNew: boolean): Rows {
  const { line } = context;
  const updated = (field: Field) =>
    field.type === 'file' ? line.write.files(field.name, isMultiple(field)) : updateTerms(field);
  const rows = writtenFields(context).map((field) => [
    `${field.name}${isNew && field.isRequired && !isGenerated(field) ? '' : '?'}: ${typeName(field)}`,
    [
      fieldTerms(field),
      isNew && isGenerated(field) && 'Generated if omitted.',
      field.isHidden && `Hidden: only ${line.administrator}s can set and see it.`,
      !isNew && updated(field),
    ],
  ]);
  return Object.fromEntries(rows);
}

/** Files come from `fileInput`, an input of the page. */
function bodyValues(context: DocsContext, isNew: boolean): Literals {
  const { collection, placeholders, line } = context;
  const rule = isNew ? collection.createRule : collection.updateRule;
  const keyOf = (field: Field) =>
    field.type === 'file' && isMultiple(field) && !isNew ? line.write.addedFiles(field.name) : field.name;
  const password = placeholders.newPassword(minPasswordLength(collection));
  return {
    ...(collection.type === 'auth' && {
      ...(hasUsername(context) && { username: placeholders.username }),
      ...(isNew && { email: exampleEmail(context) }),
      emailVisibility: true,
      ...(!isNew && { oldPassword: placeholders.password }),
      password,
      passwordConfirm: password,
    }),
    ...Object.fromEntries(
      writtenFields(context)
        .filter((field) => (!field.isHidden || rule === null) && !(isNew && isGenerated(field)))
        .map((field) => [
          keyOf(field),
          field.type === 'file'
            ? new Code(isMultiple(field) ? '[...fileInput.files]' : 'fileInput.files[0]')
            : exampleValue(field, placeholders.relationIds),
        ]),
    ),
  };
}

/** Of an empty required field; without such a field, of the id. */
function invalidField({ collection, line }: DocsContext, isNew: boolean): FieldErrors {
  if (collection.type === 'auth') {
    return isNew
      ? { password: BLANK, passwordConfirm: BLANK }
      : { passwordConfirm: { code: 'validation_values_mismatch', message: "Values don't match." } };
  }
  const { required, wrongId, changedId } = line.write;
  const missed = ownFields(collection).find((field) => field.isRequired);
  if (missed) return { [missed.name]: required };
  return { id: isNew ? wrongId(collection) : changedId };
}

function writing(context: DocsContext): DocTab[] {
  const { collection, placeholders, line } = context;
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
  const message = line.write.createFailed(collection);
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
        'id?': line.write.id(collection),
        ...accountRows(context, true),
        ...fieldRows(context, true),
      },
      success: ['The new record.', record],
      failures: {
        [refused]: { message, data: invalidField(context, true) },
        ...(createRule === null && administratorsOnly(context)),
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
        [invalid]: { message: line.write.updateFailed, data: invalidField(context, false) },
        ...recordFailures(context, updateRule),
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
        ...recordFailures(context, deleteRule),
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
  const { collection, placeholders, line } = context;
  const { name } = collection;
  const path = '/api/realtime';
  const topicAccess = (rule: 'listRule' | 'viewRule', topic: string, content: string): Access[] => {
    const locked = `Events of \`${topic}\` reach only ${line.administrator}s: the ${ruleTitle(rule).toLowerCase()} is locked.`;
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
      '400 The client id is missing.': { message: GENERAL_FAILURE, required: BLANK },
      '403 The client has already subscribed as another user.':
        "The current and the previous request authorization don't match.",
      '404 No open connection has this client id.': 'Missing or invalid client id.',
    },
  };
}

/** In their order; a divider separates those of accounts. Views can only be read. */
export function tabsOf(context: DocsContext): DocTab[] {
  const { collection, line } = context;
  const { type } = collection;
  const accounts = type === 'auth' ? line.accountTabs(context) : [];
  const offered = accounts.filter(({ isOffered = true }) => isOffered);
  return [
    ...reading(context),
    ...(type === 'view' ? [] : [...writing(context), realtime(context), ...line.moreTabs(context)]),
    ...offered.map((tab, index) => ({ ...tab, divided: index === 0 })),
  ];
}
