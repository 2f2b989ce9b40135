import { manageAccess, ruleAccess } from '../access.ts';
import type { DocBuilder } from '../doc.ts';
import { exampleRecord } from '../example-record.ts';
import { authParams, schemaParams } from '../field-params.ts';
import { bodyParam, bodyTable, queryTable } from '../params.ts';
import { adminsOnly } from '../responses.ts';
import { recordParams } from './shared.ts';
import { bodyProse, refused, writeSamples } from './write.ts';

/** Creates a record. */
export const build: DocBuilder = (context) => {
  const { name, createRule } = context.collection;
  return {
    description: [`Creates a \`${name}\` record.`, ...bodyProse(context)],
    samples: writeSamples(context, 'create'),
    endpoints: [
      {
        method: 'POST',
        path: `/api/collections/${name}/records`,
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
      },
    ],
    responses: [
      { status: 200, text: 'The new record.', body: exampleRecord(context) },
      refused(context, 'create'),
      ...adminsOnly(createRule),
    ],
  };
};
