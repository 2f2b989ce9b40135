import { ruleAccess } from '../access.ts';
import type { DocBuilder, DocsContext } from '../doc.ts';
import { exampleEmail, exampleRecord, minPasswordLength } from '../example-record.ts';
import { authParams, schemaParams } from '../field-params.ts';
import type { Literal } from '../literal.ts';
import { bodyTable, queryTable } from '../params.ts';
import { adminsOnly } from '../responses.ts';
import { samples } from '../sample.ts';
import { recordParams } from './shared.ts';
import { bodyProse, dartImports, refused, writeCode } from './write.ts';

function account(context: DocsContext): Readonly<Record<string, Literal>> {
  const { collection, placeholders } = context;
  if (collection.type !== 'auth') return {};
  const password = placeholders.newPassword(minPasswordLength(collection));
  return {
    username: placeholders.username,
    email: exampleEmail(context),
    emailVisibility: true,
    password,
    passwordConfirm: password,
  };
}

/** Creates a record. */
export const build: DocBuilder = (context) => {
  const { name, type, createRule, options } = context.collection;
  const manageRule = options['manageRule'];
  return {
    description: [`Creates a \`${name}\` record.`, ...bodyProse(context)],
    samples: samples(
      context,
      (sdk) => writeCode(context, sdk, createRule, account(context), { method: 'create' }),
      { dart: dartImports(context) },
    ),
    endpoints: [
      {
        method: 'POST',
        path: `/api/collections/${name}/records`,
        access: [
          ruleAccess(createRule, 'createRule', 'Creates the record only if request and record match'),
          ...(type === 'auth' && typeof manageRule === 'string' && manageRule !== ''
            ? [ruleAccess(manageRule, 'manageRule', 'Sets `verified` only if request and record match')]
            : []),
        ],
        tables: [
          bodyTable(
            {
              name: 'id',
              type: 'String',
              required: false,
              text: ['Exactly 15 characters of `a-z` and `0-9`. Generated if omitted.'],
            },
            ...authParams(context, 'create'),
            ...schemaParams(context, 'create'),
          ),
          queryTable(...recordParams(context)),
        ],
      },
    ],
    responses: [
      { status: 200, text: 'The new record.', body: exampleRecord(context) },
      refused(context, 'create'),
      ...adminsOnly(createRule),
    ],
  };
};
