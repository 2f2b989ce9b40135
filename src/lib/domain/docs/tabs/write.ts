import { manageAccess, ruleAccess } from '../access.ts';
import type { Doc, DocBuilder, DocResponse, DocsContext, Sdk } from '../doc.ts';
import { exampleBody, exampleEmail, exampleRecord, minPasswordLength } from '../example-record.ts';
import { authParams, hasFiles, schemaParams } from '../field-params.ts';
import { type Literal, literal, quote } from '../literal.ts';
import { bodyParam, bodyTable, idParam, pathTable, queryTable } from '../params.ts';
import {
  adminsOnly,
  BLANK,
  done,
  type FieldError,
  failure,
  GENERAL_FAILURE,
  noSuchRecord,
} from '../responses.ts';
import { client, declare, lines, samples, signInFor } from '../sample.ts';
import { onlyEndpoint, recordParams } from './shared.ts';

/** Describes the formats of bodies. */
function bodyProse(context: DocsContext): string[] {
  return [
    'The body may be `application/json` or `multipart/form-data`.',
    ...(hasFiles(context)
      ? [
          'Files can only be sent as `multipart/form-data`. The libraries do this when the data contains files.',
        ]
      : []),
  ];
}

function dartFiles(context: DocsContext): string {
  const parts = context.collection.schema
    .filter(({ type }) => type === 'file')
    .map(
      ({ name }) =>
        `    http.MultipartFile.fromBytes(${quote('dart', name)}, bytes, filename: 'filename.jpg'),\n`,
    );
  return `[\n${parts.join('')}  ]`;
}

/** The values of an account; none in other collections. */
function account(context: DocsContext, use: 'create' | 'update'): Readonly<Record<string, Literal>> {
  const { collection, placeholders } = context;
  if (collection.type !== 'auth') return {};
  const password = placeholders.newPassword(minPasswordLength(collection));
  return {
    username: placeholders.username,
    ...(use === 'create' && { email: exampleEmail(context) }),
    emailVisibility: true,
    ...(use === 'update' && { oldPassword: placeholders.password }),
    password,
    passwordConfirm: password,
  };
}

/** The code that writes a record: the sign-in if the rule needs one, the data, the call. */
function writeCode(context: DocsContext, sdk: Sdk, use: 'create' | 'update'): string {
  const isJs = sdk === 'javascript';
  const files = hasFiles(context);
  const body = { ...account(context, use), ...exampleBody(context, isJs ? 'files' : 'no files') };
  const id = use === 'update' ? `${quote(sdk, context.placeholders.recordId)},` : '';
  const first = id && `${id} `;
  const target = `${declare(sdk)} record = await ${client(context, sdk)}.${use}`;
  return lines(
    signInFor(context, sdk, context.collection[`${use}Rule`]),
    files &&
      (isJs
        ? '// fileInput is an <input type="file"> of the page; any File or Blob works'
        : '// bytes are the contents of a file'),
    isJs ? `const data = ${literal(sdk, body)};` : `final body = <String, dynamic>${literal(sdk, body)};`,
    '',
    isJs
      ? `${target}(${first}data);`
      : files
        ? `${target}(\n  ${id && `${id}\n  `}body: body,\n  files: ${dartFiles(context)},\n);`
        : `${target}(${first}body: body);`,
  );
}

/** The samples that write a record. */
const writeSamples = (context: DocsContext, use: 'create' | 'update'): Doc['samples'] =>
  samples(context, (sdk) => writeCode(context, sdk, use), {
    dart: hasFiles(context) ? [`import 'package:http/http.dart' as http;`] : [],
  });

/** The validation error of an empty required field; without such a field, of the id. */
function invalidField({ collection }: DocsContext, use: 'create' | 'update'): Record<string, FieldError> {
  if (collection.type === 'auth') {
    return use === 'create'
      ? { password: BLANK, passwordConfirm: BLANK }
      : { passwordConfirm: { code: 'validation_values_mismatch', message: "Values don't match." } };
  }
  const required = collection.schema.find((field) => field.required);
  if (required) {
    return { [required.name]: { code: 'validation_required', message: 'Missing required value.' } };
  }
  return use === 'create'
    ? { id: { code: 'validation_length_invalid', message: 'The length must be exactly 15.' } }
    : { id: { code: 'validation_in_invalid', message: 'Must be a valid value.' } };
}

/** The 400 response: invalid values, or a create rule that does not match. */
function refused(context: DocsContext, use: 'create' | 'update'): DocResponse {
  const rule = context.collection.createRule;
  const isCreate = use === 'create';
  const text =
    isCreate && rule
      ? 'A value is not valid; `data` says which one. Without `data`: the create rule does not match.'
      : 'A value is not valid; `data` says which one and why.';
  // The backend uses another message for requests that do not come from an admin.
  const message = isCreate && rule !== null ? 'Failed to create record.' : GENERAL_FAILURE;
  return failure(400, text, message, invalidField(context, use));
}

/** Creates a record. */
export const create: DocBuilder = (context) => {
  const { name, createRule } = context.collection;
  return {
    description: [`Creates a \`${name}\` record.`, ...bodyProse(context)],
    samples: writeSamples(context, 'create'),
    endpoints: onlyEndpoint(context, 'POST', 'records', {
      access: [
        ruleAccess(createRule, 'createRule', 'Creates the record only if request and record match'),
        ...manageAccess(context, 'Sets `verified` only if request and record match'),
      ],
      tables: [
        bodyTable(
          bodyParam('id', 'String', 'Exactly 15 characters of `a-z` and `0-9`. Generated if omitted.'),
          ...authParams(context, 'create'),
          ...schemaParams(context, 'create'),
        ),
        queryTable(...recordParams(context)),
      ],
    }),
    responses: [
      { status: 200, text: 'The new record.', body: exampleRecord(context) },
      refused(context, 'create'),
      ...adminsOnly(createRule),
    ],
  };
};

/** Changes a record. */
export const update: DocBuilder = (context) => {
  const { name, type, updateRule } = context.collection;
  return {
    description: [
      `Changes a \`${name}\` record. Fields that the body does not contain stay unchanged.`,
      ...bodyProse(context),
      ...(type === 'auth'
        ? ['A change of the password ends all sessions of the account: its tokens are no longer valid.']
        : []),
    ],
    samples: writeSamples(context, 'update'),
    endpoints: onlyEndpoint(context, 'PATCH', 'records/:id', {
      access: [
        ruleAccess(updateRule, 'updateRule', 'Changes the record only if it matches'),
        ...manageAccess(
          context,
          'Sets `email`, `verified` or a password without the old one only if the record matches',
        ),
      ],
      tables: [
        pathTable(idParam('Id of the record to change.')),
        bodyTable(...authParams(context, 'update'), ...schemaParams(context, 'update')),
        queryTable(...recordParams(context)),
      ],
    }),
    responses: [
      { status: 200, text: 'The updated record.', body: exampleRecord(context) },
      refused(context, 'update'),
      ...adminsOnly(updateRule),
      noSuchRecord(updateRule),
    ],
  };
};

/** Deletes a record. */
export const deleteRecord: DocBuilder = (context) => {
  const { name, deleteRule } = context.collection;
  return {
    description: [
      `Deletes a \`${name}\` record, its files, and the records that refer to it by a relation with cascade delete.`,
    ],
    samples: samples(context, (sdk) =>
      lines(
        signInFor(context, sdk, deleteRule),
        `await ${client(context, sdk)}.delete(${quote(sdk, context.placeholders.recordId)});`,
      ),
    ),
    endpoints: onlyEndpoint(context, 'DELETE', 'records/:id', {
      access: [ruleAccess(deleteRule, 'deleteRule', 'Deletes the record only if it matches')],
      tables: [pathTable(idParam('Id of the record to delete.'))],
    }),
    responses: [
      done('The record is deleted.'),
      failure(
        400,
        'A required relation of another record points to it.',
        'Failed to delete record. Make sure that the record is not part of a required relation reference.',
      ),
      ...adminsOnly(deleteRule),
      noSuchRecord(deleteRule),
    ],
  };
};
