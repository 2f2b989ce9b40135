import type { DocsContext, ParamTable, Sdk } from '../doc.ts';
import { exampleRecord } from '../example-record.ts';
import { queryTable } from '../params.ts';
import { lines } from '../sample.ts';
import { recordParams } from './shared.ts';

/** The response body of a sign-in: the token and the account. */
export function exampleAuth(context: DocsContext): Readonly<Record<string, unknown>> {
  return { token: 'JWT_TOKEN', record: exampleRecord(context) };
}

/** The query parameters of endpoints that return token and account. */
export const authQuery = (context: DocsContext): ParamTable =>
  queryTable(...recordParams(context, 'record.'));

/** The code after a sign-in: what the client stores, and how to sign out. */
export function afterSignIn(sdk: Sdk): string {
  const print = sdk === 'javascript' ? 'console.log' : 'print';
  return lines(
    '',
    '// the client stores token and account, and sends the token from now on',
    `${print}(pb.authStore.isValid);`,
    `${print}(pb.authStore.token);`,
    `${print}(pb.authStore.model.id);`,
    '',
    '// to sign out, clear them',
    'pb.authStore.clear();',
  );
}

/** Path of an endpoint of the auth collection. */
export function authPath({ collection }: DocsContext, action: string): string {
  return `/api/collections/${collection.name}/${action}`;
}
