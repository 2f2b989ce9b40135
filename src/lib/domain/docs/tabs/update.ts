import { manageAccess, ruleAccess } from '../access.ts';
import type { DocBuilder } from '../doc.ts';
import { exampleRecord } from '../example-record.ts';
import { authParams, schemaParams } from '../field-params.ts';
import { bodyTable, idParam, pathTable, queryTable } from '../params.ts';
import { adminsOnly, noSuchRecord } from '../responses.ts';
import { recordParams } from './shared.ts';
import { bodyProse, refused, writeSamples } from './write.ts';

/** Changes a record. */
export const build: DocBuilder = (context) => {
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
    endpoints: [
      {
        method: 'PATCH',
        path: `/api/collections/${name}/records/:id`,
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
