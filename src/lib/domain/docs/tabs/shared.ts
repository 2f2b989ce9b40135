import type { Doc, DocsContext, Endpoint, Param } from '../doc.ts';
import { expandParam, fieldsParam, type Prefix } from '../params.ts';

/** The relation fields of the collection, for `expand`. */
export function relationNames({ collection }: DocsContext): string[] {
  return collection.schema.filter(({ type }) => type === 'relation').map(({ name }) => name);
}

/** A field for the `excerpt` example: the first rich text, else the first text, else an invented name. */
function editorName({ collection: { schema } }: DocsContext): string {
  const field = schema.find(({ type }) => type === 'editor') ?? schema.find(({ type }) => type === 'text');
  return field?.name ?? 'description';
}

/** The parameters `expand` and `fields` of endpoints that return records; `prefix` leads to them in the response. */
export const recordParams = (context: DocsContext, prefix: Prefix = ''): readonly Param[] => [
  expandParam(relationNames(context), prefix),
  fieldsParam(`${editorName(context)}:excerpt(200,true)`, prefix),
];

/** The only endpoint of most tabs; `path` begins below the address of the collection. */
export const onlyEndpoint = (
  { collection }: DocsContext,
  method: Endpoint['method'],
  path: string,
  rest: Pick<Endpoint, 'access' | 'tables'>,
): Doc['endpoints'] => [{ method, path: `/api/collections/${collection.name}/${path}`, ...rest }];
