import type { DocsContext, ParamTable } from '../doc.ts';
import { exampleRecord } from '../example-record.ts';
import { queryTable } from '../params.ts';
import { recordParams } from './shared.ts';

/** The response body of a sign-in: the token and the account. */
export function exampleAuth(context: DocsContext): Readonly<Record<string, unknown>> {
  return { token: 'JWT_TOKEN', record: exampleRecord(context) };
}

/** The query parameters of endpoints that return token and account. */
export const authQuery = (context: DocsContext): ParamTable =>
  queryTable(...recordParams(context, 'record.'));

/** Path of an endpoint of the auth collection. */
export function authPath({ collection }: DocsContext, action: string): string {
  return `/api/collections/${collection.name}/${action}`;
}
