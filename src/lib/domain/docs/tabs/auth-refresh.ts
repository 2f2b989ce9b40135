import { TOKEN_ACCESS } from '../access.ts';
import type { DocBuilder, DocResponse } from '../doc.ts';
import { usersOnly, verifiedOnly } from '../responses.ts';
import { client, declare, lines, samples, signIn } from '../sample.ts';
import { authPath, authQuery, exampleAuth } from './auth.ts';

/** One response per status: the second reason for a 403 is merged with the first. */
function joined(responses: readonly DocResponse[], more: readonly DocResponse[]): DocResponse[] {
  return responses.map((response) => {
    const other = more.find(({ status }) => status === response.status);
    return other
      ? { ...response, text: `${response.text} Also when the account is not verified.` }
      : response;
  });
}

/** A new token for a valid one. */
export const build: DocBuilder = (context) => ({
  description: [
    'Returns a new token and the current data of the signed-in account. Call it when the page opens, to check whether the stored token is still valid.',
  ],
  samples: samples(context, (sdk) =>
    lines(
      '// a refresh requires a previous sign-in',
      signIn(context, sdk),
      '',
      `${declare(sdk)} auth = await ${client(context, sdk)}.authRefresh();`,
      '',
      sdk === 'javascript' ? 'console.log(pb.authStore.token);' : 'print(pb.authStore.token);',
    ),
  ),
  endpoints: [
    {
      method: 'POST',
      path: authPath(context, 'auth-refresh'),
      access: [TOKEN_ACCESS],
      tables: [authQuery(context)],
    },
  ],
  responses: [
    { status: 200, text: 'A new token and the account.', body: exampleAuth(context) },
    ...joined(usersOnly(context), verifiedOnly(context.collection)),
  ],
});
