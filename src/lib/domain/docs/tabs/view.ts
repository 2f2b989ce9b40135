import { ruleAccess } from '../access.ts';
import type { DocBuilder } from '../doc.ts';
import { exampleRecord } from '../example-record.ts';
import { quote } from '../literal.ts';
import { idParam, pathTable, queryTable } from '../params.ts';
import { adminsOnly, noSuchRecord } from '../responses.ts';
import { client, declare, lines, samples, signInFor } from '../sample.ts';
import { onlyEndpoint, recordParams, relationNames } from './shared.ts';

/** One record by its id. */
export const build: DocBuilder = (context) => {
  const { name, viewRule } = context.collection;
  const relations = relationNames(context);
  return {
    description: [`Returns one \`${name}\` record.`],
    samples: samples(context, (sdk) => {
      const id = quote(sdk, context.placeholders.recordId);
      const expand = quote(sdk, relations.join(','));
      const option = sdk === 'javascript' ? `, { expand: ${expand} }` : `, expand: ${expand}`;
      return lines(
        signInFor(context, sdk, viewRule),
        `${declare(sdk)} record = await ${client(context, sdk)}.getOne(${id}${relations.length > 0 ? option : ''});`,
      );
    }),
    endpoints: onlyEndpoint(context, 'GET', 'records/:id', {
      access: [ruleAccess(viewRule, 'viewRule', 'Returns the record only if it matches')],
      tables: [pathTable(idParam('Id of the record.')), queryTable(...recordParams(context))],
    }),
    responses: [
      { status: 200, text: 'The record.', body: exampleRecord(context) },
      ...adminsOnly(viewRule),
      noSuchRecord(viewRule),
    ],
  };
};
