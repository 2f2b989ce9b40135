import { TOKEN_ACCESS } from '../access.ts';
import type { DocBuilder, DocResponse, DocsContext, ParamTable, Sdk } from '../doc.ts';
import { exampleRecord } from '../example-record.ts';
import { literal, quote } from '../literal.ts';
import { bodyParam, bodyTable, plainFieldsParam, queryTable, requiredText } from '../params.ts';
import { BLANK, failure, GENERAL_FAILURE, notFound, usersOnly, verifiedOnly } from '../responses.ts';
import { client, declare, lines, samples, signIn } from '../sample.ts';
import { onlyEndpoint, recordParams } from './shared.ts';

/** The response body of a sign-in: the token and the account. */
function exampleAuth(context: DocsContext): Readonly<Record<string, unknown>> {
  return { token: 'JWT_TOKEN', record: exampleRecord(context) };
}

/** The query parameters of endpoints that return token and account. */
const authQuery = (context: DocsContext): ParamTable => queryTable(...recordParams(context, 'record.'));

/** The code after a sign-in: what the client stores, and how to sign out. */
function afterSignIn(sdk: Sdk): string {
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

/** The identities with which accounts of the collection can sign in. */
function identity({ collection: { options } }: DocsContext): string {
  if (options['allowEmailAuth'] !== true) return 'username';
  return options['allowUsernameAuth'] === true ? 'username or e-mail address' : 'e-mail address';
}

/** Sign-in with identity and password. */
export const authWithPassword: DocBuilder = (context) => {
  const { collection } = context;
  return {
    description: [
      `Signs a \`${collection.name}\` account in with its ${identity(context)} and password; returns a token and the account.`,
      ...(collection.options['onlyVerified'] === true ? ['Only verified accounts can sign in.'] : []),
    ],
    samples: samples(context, (sdk) =>
      lines(`${declare(sdk)} auth = ${signIn(context, sdk)}`, afterSignIn(sdk)),
    ),
    endpoints: onlyEndpoint(context, 'POST', 'auth-with-password', {
      access: [],
      tables: [
        bodyTable(
          requiredText('identity', `The account's ${identity(context)}.`),
          requiredText('password', "The account's password."),
        ),
        authQuery(context),
      ],
    }),
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

const META = {
  id: 'abc123',
  name: 'John Doe',
  username: 'john.doe',
  email: 'test@example.com',
  avatarUrl: 'https://example.com/avatar.png',
  isNew: false,
  accessToken: '...',
  refreshToken: '...',
  expiry: '2022-01-01 10:00:00.123Z',
  rawUser: {},
};

/** Sign-in with an account of another service. */
export const authWithOAuth2: DocBuilder = (context) => {
  const { collection, placeholders } = context;
  return {
    description: [
      `Signs in with an account of another service; returns a token and the \`${collection.name}\` account, which the first sign-in creates.`,
      collection.createRule === null
        ? 'The create rule is locked: only accounts that are already linked to the service can sign in.'
        : 'An account that the first sign-in creates must match the create rule.',
      'The libraries open the page of the service in a window, wait for its response and then make this call. Allow `/api/oauth2-redirect` of this backend as a redirect address at the service.',
    ],
    samples: samples(
      context,
      (sdk) => {
        const provider = quote(sdk, placeholders.provider);
        return lines(
          '// call this in a click handler, or the browser blocks the window',
          sdk === 'javascript'
            ? `const auth = await ${client(context, sdk)}.authWithOAuth2(${literal(sdk, { provider: placeholders.provider })});`
            : `${declare(sdk)} auth = await ${client(context, sdk)}.authWithOAuth2(${provider}, (url) async {\n  await launchUrl(url);\n});`,
          afterSignIn(sdk),
        );
      },
      { dart: [`import 'package:url_launcher/url_launcher.dart';`] },
    ),
    endpoints: onlyEndpoint(context, 'POST', 'auth-with-oauth2', {
      access: [],
      tables: [
        bodyTable(
          requiredText('provider', 'Name of the provider, as List auth methods returns it.'),
          requiredText('code', 'The code that the provider sent to the redirect address.'),
          bodyParam(
            'codeVerifier',
            'String',
            'The verifier of the challenge that was sent to the provider; required by providers with PKCE.',
          ),
          requiredText('redirectUrl', 'The redirect address of the request to the provider.'),
          bodyParam(
            'createData',
            'Object',
            'Values of the account that the first sign-in creates, as in Create; without files.',
          ),
        ),
        authQuery(context),
      ],
    }),
    responses: [
      {
        status: 200,
        text: "A token, the account, and the provider's data about the user.",
        body: { ...exampleAuth(context), meta: META },
      },
      failure(
        400,
        'A parameter is missing, the provider did not accept the code, or the account may not be created.',
        GENERAL_FAILURE,
        {
          provider: BLANK,
          code: BLANK,
          redirectUrl: BLANK,
        },
      ),
      ...verifiedOnly(collection),
    ],
  };
};

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
export const authRefresh: DocBuilder = (context) => ({
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
  endpoints: onlyEndpoint(context, 'POST', 'auth-refresh', {
    access: [TOKEN_ACCESS],
    tables: [authQuery(context)],
  }),
  responses: [
    { status: 200, text: 'A new token and the account.', body: exampleAuth(context) },
    ...joined(usersOnly(context), verifiedOnly(context.collection)),
  ],
});

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
export const authMethods: DocBuilder = (context) => {
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
    endpoints: onlyEndpoint(context, 'GET', 'auth-methods', {
      access: [],
      tables: [queryTable(plainFieldsParam)],
    }),
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
