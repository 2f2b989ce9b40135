import type { DocBuilder } from '../doc.ts';
import { literal, quote } from '../literal.ts';
import { bodyParam, bodyTable, requiredText } from '../params.ts';
import { BLANK, failure, GENERAL_FAILURE, verifiedOnly } from '../responses.ts';
import { client, declare, lines, samples } from '../sample.ts';
import { afterSignIn, authPath, authQuery, exampleAuth } from './auth.ts';

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
export const build: DocBuilder = (context) => {
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
    endpoints: [
      {
        method: 'POST',
        path: authPath(context, 'auth-with-oauth2'),
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
      },
    ],
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
