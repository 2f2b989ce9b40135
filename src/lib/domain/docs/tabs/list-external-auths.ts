import { TOKEN_ACCESS } from '../access.ts';
import type { DocBuilder } from '../doc.ts';
import { fieldsParam, idParam, pathTable, queryTable } from '../params.ts';
import { notFound, ownerOnly } from '../responses.ts';
import { client, declare, lines, samples, signIn } from '../sample.ts';
import { authPath } from './auth.ts';

/** The OAuth2 accounts linked to an account. */
export const build: DocBuilder = (context) => ({
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
  endpoints: [
    {
      method: 'GET',
      path: authPath(context, 'records/:id/external-auths'),
      access: [TOKEN_ACCESS],
      tables: [pathTable(idParam('Id of the account.')), queryTable(fieldsParam('provider'))],
    },
  ],
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
