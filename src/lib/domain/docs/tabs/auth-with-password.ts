import type { DocBuilder, DocsContext } from '../doc.ts';
import { bodyTable, requiredText } from '../params.ts';
import { BLANK, failure, GENERAL_FAILURE, verifiedOnly } from '../responses.ts';
import { declare, lines, samples, signIn } from '../sample.ts';
import { afterSignIn, authPath, authQuery, exampleAuth } from './auth.ts';

/** The identities with which accounts of the collection can sign in. */
function identity({ collection: { options } }: DocsContext): string {
  if (options['allowEmailAuth'] !== true) return 'username';
  return options['allowUsernameAuth'] === true ? 'username or e-mail address' : 'e-mail address';
}

/** Sign-in with identity and password. */
export const build: DocBuilder = (context) => {
  const { collection } = context;
  return {
    description: [
      `Signs a \`${collection.name}\` account in with its ${identity(context)} and password; returns a token and the account.`,
      ...(collection.options['onlyVerified'] === true ? ['Only verified accounts can sign in.'] : []),
    ],
    samples: samples(context, (sdk) =>
      lines(`${declare(sdk)} auth = ${signIn(context, sdk)}`, afterSignIn(sdk)),
    ),
    endpoints: [
      {
        method: 'POST',
        path: authPath(context, 'auth-with-password'),
        access: [],
        tables: [
          bodyTable(
            requiredText('identity', `The account's ${identity(context)}.`),
            requiredText('password', "The account's password."),
          ),
          authQuery(context),
        ],
      },
    ],
    responses: [
      { status: 200, text: 'A token and the account.', body: exampleAuth(context) },
      failure(400, 'Identity or password is missing or wrong; `data` names missing ones.', GENERAL_FAILURE, {
        identity: BLANK,
        password: BLANK,
      }),
      ...verifiedOnly(collection),
    ],
  };
};
