import { isFilterable, isNumberText } from '#domain/app/filter.ts';
import type { SchemaField } from '#domain/collections/collection.ts';
import { dateFieldsOf, searchFieldsOf } from '#domain/collections/columns.ts';
import { isMultiple } from '#domain/field-types/field-type.ts';
import { ruleAccess } from '../access.ts';
import type { Detail, DocBuilder, DocsContext, Param, Sdk } from '../doc.ts';
import { exampleRecord, fieldExample } from '../example-record.ts';
import { literal, quote } from '../literal.ts';
import { queryTable } from '../params.ts';
import { adminsOnly, failure, GENERAL_FAILURE } from '../responses.ts';
import { client, declare, lines, samples, signInFor } from '../sample.ts';
import { onlyEndpoint, recordParams, relationNames } from './shared.ts';

const OPERATORS: readonly Detail[] = [
  { code: '=', text: 'equal' },
  { code: '!=', text: 'not equal' },
  { code: '>', text: 'greater than' },
  { code: '>=', text: 'greater than or equal' },
  { code: '<', text: 'less than' },
  { code: '<=', text: 'less than or equal' },
  { code: '~', text: 'like: contains the text, or matches it where it has `%` as a wildcard' },
  { code: '!~', text: 'not like' },
  { code: '?=', text: 'equal for at least one value of a list' },
  { code: '?!=', text: 'not equal for at least one' },
  { code: '?>', text: 'greater than for at least one' },
  { code: '?>=', text: 'greater than or equal for at least one' },
  { code: '?<', text: 'less than for at least one' },
  { code: '?<=', text: 'less than or equal for at least one' },
  { code: '?~', text: 'like for at least one' },
  { code: '?!~', text: 'not like for at least one' },
  { code: '( ... )', text: 'groups conditions' },
  { code: '&&', text: 'both conditions' },
  { code: '||', text: 'at least one of the conditions' },
];

/** A condition that matches a record with the values of the example. */
function exampleFilter({ collection, placeholders }: DocsContext): string {
  const condition = (field: SchemaField): string | undefined => {
    const value = fieldExample(field, placeholders);
    if (typeof value === 'boolean' || (field.type === 'number' && isNumberText(String(value))))
      return `${field.name} = ${value}`;
    // A quote inside of the value would end the string of the filter, a backslash at its end would continue it.
    if (isMultiple(field) || typeof value !== 'string' || /"|\\$/.test(value)) return undefined;
    return field.type === 'text' || field.type === 'select' || field.type === 'email' || field.type === 'url'
      ? `${field.name} = "${value}"`
      : undefined;
  };
  for (const field of collection.schema) {
    const found = isFilterable(field.name) && condition(field);
    if (found) return found;
  }
  return dateFieldsOf(collection).includes('created') ? 'created >= "2022-01-01 00:00:00"' : `id != ""`;
}

/** The sort of the samples: newest first if the records have a date. */
const exampleSort = ({ collection }: DocsContext) =>
  dateFieldsOf(collection).includes('created') ? '-created' : '-id';

function code(context: DocsContext, sdk: Sdk): string {
  const keyword = declare(sdk);
  const collection = client(context, sdk);
  const sort = quote(sdk, exampleSort(context));
  const filter = quote(sdk, exampleFilter(context));
  const relations = relationNames(context);
  const expand = relations.length > 0 ? quote(sdk, relations.join(',')) : undefined;
  const page = { sort: exampleSort(context), filter: exampleFilter(context) };
  const isJs = sdk === 'javascript';
  return lines(
    signInFor(context, sdk, context.collection.listRule),
    '// one page',
    isJs
      ? `${keyword} page = await ${collection}.getList(1, 50, ${literal(sdk, page)});`
      : `${keyword} page = await ${collection}.getList(\n  page: 1,\n  perPage: 50,\n  sort: ${sort},\n  filter: ${filter},\n);`,
    '',
    '// all records, fetched page by page',
    isJs
      ? `${keyword} all = await ${collection}.getFullList({ sort: ${sort} });`
      : `${keyword} all = await ${collection}.getFullList(sort: ${sort});`,
    '',
    '// the first record that matches',
    isJs
      ? `${keyword} first = await ${collection}.getFirstListItem(${filter}${expand ? `, { expand: ${expand} }` : ''});`
      : `${keyword} first = await ${collection}.getFirstListItem(${filter}${expand ? `, expand: ${expand}` : ''});`,
  );
}

function params(context: DocsContext): Param[] {
  const sortable = ['@random', ...searchFieldsOf(context.collection)];
  const created = exampleSort(context);
  return [
    { name: 'page', type: 'Number', text: ['Number of the page; 1 by default.'] },
    { name: 'perPage', type: 'Number', text: ['Records per page; 30 by default, 500 at most.'] },
    {
      name: 'sort',
      type: 'String',
      text: [
        'Keys to sort by, separated by commas: `-` in front for descending, `+` or nothing for ascending.',
        `Supported: ${sortable.map((name) => `\`${name}\``).join(', ')}.`,
      ],
      example: `?sort=${created},id`,
    },
    {
      name: 'filter',
      type: 'String',
      text: ['A condition for the returned records. In an address it must be URL-encoded.'],
      example: `?filter=(${exampleFilter(context)})`,
      details: OPERATORS,
    },
    ...recordParams(context),
    {
      name: 'skipTotal',
      type: 'Boolean',
      text: [
        'Skips the count of all matching records, which makes the search faster: `totalItems` and `totalPages` are then -1.',
        'The libraries set it in `getFullList()` and `getFirstListItem()`.',
      ],
    },
  ];
}

/** The list of records: pages, sort and filter. */
export const build: DocBuilder = (context) => {
  const { name, listRule } = context.collection;
  const record = exampleRecord(context);
  return {
    description: [`Returns \`${name}\` records page by page, with optional sort and filter.`],
    samples: samples(context, (sdk) => code(context, sdk)),
    endpoints: onlyEndpoint(context, 'GET', 'records', {
      access: [ruleAccess(listRule, 'listRule', 'Returns only the records that match')],
      tables: [queryTable(...params(context))],
    }),
    responses: [
      {
        status: 200,
        text: 'One page of records.',
        body: { page: 1, perPage: 30, totalItems: 1, totalPages: 1, items: [record] },
      },
      failure(
        400,
        'The filter or the sort contains an unknown name or is not a valid expression.',
        GENERAL_FAILURE,
      ),
      ...(listRule === null
        ? adminsOnly(listRule)
        : [
            failure(
              403,
              'The request filters or sorts by `@collection` and does not come from an admin.',
              'Only admins can filter by @collection.',
            ),
          ]),
    ],
  };
};
