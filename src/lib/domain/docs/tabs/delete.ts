import { ruleAccess } from '../access.ts';
import type { DocBuilder } from '../doc.ts';
import { quote } from '../literal.ts';
import { idParam, pathTable } from '../params.ts';
import { adminsOnly, done, failure, noSuchRecord } from '../responses.ts';
import { client, lines, samples, signInFor } from '../sample.ts';

/** Deletes a record. */
export const build: DocBuilder = (context) => {
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
    endpoints: [
      {
        method: 'DELETE',
        path: `/api/collections/${name}/records/:id`,
        access: [ruleAccess(deleteRule, 'deleteRule', 'Deletes the record only if it matches')],
        tables: [pathTable(idParam('Id of the record to delete.'))],
      },
    ],
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
