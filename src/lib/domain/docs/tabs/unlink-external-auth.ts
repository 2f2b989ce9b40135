import { TOKEN_ACCESS } from '../access.ts';
import type { DocBuilder } from '../doc.ts';
import { quote } from '../literal.ts';
import { idParam, pathTable } from '../params.ts';
import { done, failure, ownerOnly } from '../responses.ts';
import { client, lines, samples, signIn } from '../sample.ts';
import { authPath } from './auth.ts';

/** Removes a link to an OAuth2 account. */
export const build: DocBuilder = (context) => ({
  description: [
    `Removes the link of a \`${context.collection.name}\` account to an OAuth2 provider: a sign-in with that provider no longer opens this account.`,
    'Only admins and the account itself can call it.',
  ],
  samples: samples(context, (sdk) => {
    const provider = quote(sdk, context.placeholders.provider);
    return lines(
      signIn(context, sdk),
      '',
      `await ${client(context, sdk)}.unlinkExternalAuth(pb.authStore.model.id, ${provider});`,
    );
  }),
  endpoints: [
    {
      method: 'DELETE',
      path: authPath(context, 'records/:id/external-auths/:provider'),
      access: [TOKEN_ACCESS],
      tables: [
        pathTable(idParam('Id of the account.'), {
          name: 'provider',
          type: 'String',
          text: ['Name of the provider, as List OAuth2 accounts returns it.'],
        }),
      ],
    },
  ],
  responses: [
    done('The link is removed.'),
    ...ownerOnly(
      failure(
        404,
        'The account is not linked to this provider, or no account has this id.',
        'Missing external auth provider relation.',
      ),
    ),
  ],
});
