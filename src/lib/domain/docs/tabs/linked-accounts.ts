import { TOKEN_ACCESS } from '../access.ts';
import type { DocBuilder } from '../doc.ts';
import { quote } from '../literal.ts';
import { fieldsParam, idParam, pathTable, queryTable } from '../params.ts';
import { done, failure, notFound, ownerOnly } from '../responses.ts';
import { client, declare, lines, samples, signIn } from '../sample.ts';
import { onlyEndpoint } from './shared.ts';

/** The OAuth2 accounts linked to an account. */
export const listExternalAuths: DocBuilder = (context) => ({
  description: [
    `Returns the OAuth2 providers that are linked to a \`${context.collection.name}\` account.`,
    'Only admins and the account itself can call it.',
  ],
  samples: samples(context, (sdk) =>
    lines(
      signIn(context, sdk),
      '',
      `${declare(sdk)} links = await ${client(context, sdk)}.listExternalAuths(pb.authStore.model.id);`,
    ),
  ),
  endpoints: onlyEndpoint(context, 'GET', 'records/:id/external-auths', {
    access: [TOKEN_ACCESS],
    tables: [pathTable(idParam('Id of the account.')), queryTable(fieldsParam('provider'))],
  }),
  responses: [
    {
      status: 200,
      text: 'One entry per linked provider.',
      body: [
        {
          id: '8171022dc95a4e8',
          created: '2022-09-01 10:24:18.434Z',
          updated: '2022-09-01 10:24:18.889Z',
          collectionId: context.collection.id,
          recordId: context.placeholders.recordId,
          provider: 'google',
          providerId: '2da15468800514p',
        },
      ],
    },
    ...ownerOnly(notFound('No account has this id.')),
  ],
});

/** Removes a link to an OAuth2 account. */
export const unlinkExternalAuth: DocBuilder = (context) => ({
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
  endpoints: onlyEndpoint(context, 'DELETE', 'records/:id/external-auths/:provider', {
    access: [TOKEN_ACCESS],
    tables: [
      pathTable(idParam('Id of the account.'), {
        name: 'provider',
        type: 'String',
        text: ['Name of the provider, as List OAuth2 accounts returns it.'],
      }),
    ],
  }),
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
