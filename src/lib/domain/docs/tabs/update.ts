import { ruleAccess } from '../access.ts';
import type { DocBuilder, DocsContext } from '../doc.ts';
import { exampleRecord, minPasswordLength } from '../example-record.ts';
import { authParams, schemaParams } from '../field-params.ts';
import type { Literal } from '../literal.ts';
import { bodyTable, idParam, pathTable, queryTable } from '../params.ts';
import { adminsOnly, noSuchRecord } from '../responses.ts';
import { samples } from '../sample.ts';
import { recordParams } from './shared.ts';
import { bodyProse, dartImports, refused, writeCode } from './write.ts';

function account({ collection, placeholders }: DocsContext): Readonly<Record<string, Literal>> {
  if (collection.type !== 'auth') return {};
  const password = placeholders.newPassword(minPasswordLength(collection));
  return {
    username: placeholders.username,
    emailVisibility: true,
    oldPassword: placeholders.password,
    password,
    passwordConfirm: password,
  };
}

/** Changes a record. */
export const build: DocBuilder = (context) => {
  const { name, type, updateRule, options } = context.collection;
  const { recordId } = context.placeholders;
  const manageRule = options['manageRule'];
  return {
    description: [
      `Changes a \`${name}\` record. Fields that the body does not contain stay unchanged.`,
      ...bodyProse(context),
      ...(type === 'auth'
        ? ['A change of the password ends all sessions of the account: its tokens are no longer valid.']
        : []),
    ],
    samples: samples(
      context,
      (sdk) => writeCode(context, sdk, updateRule, account(context), { method: 'update', id: recordId }),
      { dart: dartImports(context) },
    ),
    endpoints: [
      {
        method: 'PATCH',
        path: `/api/collections/${name}/records/:id`,
        access: [
          ruleAccess(updateRule, 'updateRule', 'Changes the record only if it matches'),
          ...(type === 'auth' && typeof manageRule === 'string' && manageRule !== ''
            ? [
                ruleAccess(
                  manageRule,
                  'manageRule',
                  'Sets `email`, `verified` or a password without the old one only if the record matches',
                ),
              ]
            : []),
        ],
        tables: [
          pathTable(idParam('Id of the record to change.')),
          bodyTable(...authParams(context, 'update'), ...schemaParams(context, 'update')),
          queryTable(...recordParams(context)),
        ],
      },
    ],
    responses: [
      { status: 200, text: 'The updated record.', body: exampleRecord(context) },
      refused(context, 'update'),
      ...adminsOnly(updateRule),
      noSuchRecord(updateRule),
    ],
  };
};
