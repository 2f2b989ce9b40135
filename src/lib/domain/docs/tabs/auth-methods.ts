import type { DocBuilder } from '../doc.ts';
import { plainFieldsParam, queryTable } from '../params.ts';
import { notFound } from '../responses.ts';
import { client, declare, samples } from '../sample.ts';
import { authPath } from './auth.ts';

const PROVIDER = {
  name: 'github',
  displayName: 'GitHub',
  state: '3Yd8jNkK_6PJG6hPWwBjLqKwse6Ejd',
  authUrl: 'https://github.com/login/oauth/authorize?client_id=demo&...&redirect_uri=',
  codeVerifier: 'KxFDWz1B3fxscCDJ_9gHQhLuh__ie7',
  codeChallenge: 'NM1oVexB6Q6QH8uPtOUfK7tq4pmu4Jz6lNDIwoxHZNE=',
  codeChallengeMethod: 'S256',
};

/** The ways to sign in. */
export const build: DocBuilder = (context) => {
  const { name, options } = context.collection;
  return {
    description: [
      `Returns the ways to sign in to \`${name}\`: which of username and e-mail address work with a password, and the enabled OAuth2 providers. Open to everyone.`,
      'An `authUrl` ends in `redirect_uri=`: append your own, URL-encoded. Keep `state` and `codeVerifier` until the provider has responded.',
    ],
    samples: samples(
      context,
      (sdk) => `${declare(sdk)} methods = await ${client(context, sdk)}.listAuthMethods();`,
    ),
    endpoints: [
      {
        method: 'GET',
        path: authPath(context, 'auth-methods'),
        access: [],
        tables: [queryTable(plainFieldsParam)],
      },
    ],
    responses: [
      {
        status: 200,
        text: 'The available methods of this collection.',
        body: {
          usernamePassword: options['allowUsernameAuth'] === true,
          emailPassword: options['allowEmailAuth'] === true,
          onlyVerified: options['onlyVerified'] === true,
          authProviders: options['allowOAuth2Auth'] === true ? [PROVIDER] : [],
        },
      },
      notFound('The collection does not exist.'),
    ],
  };
};
