import { NOT_FOUND_MESSAGE } from '#domain/app/api-error.ts';
import type { DocsContext, DocTab, Line } from '../doc.ts';
import { Code } from '../literal.ts';
import { print } from '../sample.ts';
import {
  endpoint,
  exampleEmail,
  exampleRecord,
  fieldsQuery,
  MISSING,
  minPasswordLength,
  recordQuery,
  signIn,
  TOKEN_ACCESS,
} from './shared.ts';

const isOn = ({ collection: { auth } }: DocsContext, way: string): boolean =>
  auth?.identityFields.includes(way) === true;

const AFTER_SIGN_IN: readonly Line[][] = [
  [
    'the client stores token and account, and sends the token from now on',
    ...['isValid', 'token', 'model.id'].map((name) => print(`pb.authStore.${name}`)),
  ],
  ['to sign out, clear them', new Code('pb.authStore.clear();')],
];

const usersOnly = ({ collection }: DocsContext, also = '') => ({
  '401 The token is missing, has expired or does not belong to a user.':
    'The request requires valid record authorization token to be set.',
  [`403 The token belongs to a user of another collection (here \`other\`) than \`${collection.name}\`.${also}`]:
    'The request requires auth record from other collection.',
});

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

function signIns(context: DocsContext): DocTab[] {
  const { name, createRule } = context.collection;
  const { provider } = context.placeholders;
  const dart = { args: [provider, new Code('(url) async {\n  await launchUrl(url);\n}')] };
  const identities = [
    ...(isOn(context, 'username') ? ['username'] : []),
    ...(isOn(context, 'email') ? ['e-mail address'] : []),
  ].join(' or ');
  const isForVerified = context.collection.auth?.isVerifiedOnly === true;
  const verifiedOnly = isForVerified && {
    '403 The account is not verified yet.': 'Please verify your account first.',
  };
  const query = recordQuery(context, 'record.');
  const auth = { token: 'JWT_TOKEN', record: exampleRecord(context) };
  return [
    {
      ...endpoint(context, 'POST', 'auth-with-password', 'Auth with password'),
      isOffered: identities !== '',
      description: [
        `Signs a \`${name}\` account in with its ${identities} and password; returns a token and the account.`,
        isForVerified && 'Only verified accounts can sign in.',
      ],
      sample: [{ ...signIn(context), result: 'auth' }, ...AFTER_SIGN_IN],
      body: { identity: `The account's ${identities}.`, password: "The account's password." },
      query,
      success: ['A token and the account.', auth],
      failures: {
        '400 Identity or password is missing or wrong; `data` names missing ones.': MISSING,
        ...verifiedOnly,
      },
    },
    {
      ...endpoint(context, 'POST', 'auth-with-oauth2', 'Auth with OAuth2'),
      isOffered: context.collection.auth?.hasOAuth2,
      description: [
        `Signs in with an account of another service; returns a token and the \`${name}\` account, which the first sign-in creates.`,
        createRule === null
          ? 'The create rule is locked: only accounts that are already linked to the service can sign in.'
          : 'An account that the first sign-in creates must match the create rule.',
        'The libraries open the page of the service in a window, wait for its response and then make this call. Allow `/api/oauth2-redirect` of this backend as a redirect address at the service.',
      ],
      sample: [
        [
          'call this in a click handler, or the browser blocks the window',
          { result: 'auth', method: 'authWithOAuth2', args: [{ provider }], dart },
        ],
        ...AFTER_SIGN_IN,
      ],
      dartImports: [`import 'package:url_launcher/url_launcher.dart';`],
      body: {
        provider: 'Name of the provider, as List auth methods returns it.',
        code: 'The code that the provider sent to the redirect address.',
        'codeVerifier?':
          'The verifier of the challenge that was sent to the provider; required by providers with PKCE.',
        redirectUrl: 'The redirect address of the request to the provider.',
        'createData?: Object':
          'Values of the account that the first sign-in creates, as in Create; without files.',
      },
      query,
      success: ["A token, the account, and the provider's data about the user.", { ...auth, meta: META }],
      failures: {
        '400 A parameter is missing, the provider did not accept the code, or the account may not be created.':
          MISSING,
        ...verifiedOnly,
      },
    },
    {
      ...endpoint(context, 'POST', 'auth-refresh', 'Auth refresh'),
      description:
        'Returns a new token and the current data of the signed-in account. Call it when the page opens, to check whether the stored token is still valid.',
      sample: [
        ['a refresh requires a previous sign-in', signIn(context)],
        { result: 'auth', method: 'authRefresh' },
        print('pb.authStore.token'),
      ],
      access: [TOKEN_ACCESS],
      query,
      success: ['A new token and the account.', auth],
      // One response per status: the second reason for a 403 stands beside the first.
      failures: usersOnly(context, isForVerified ? ' Also when the account is not verified.' : ''),
    },
  ];
}

/** Mails with links, and the endpoints of the pages to which they lead. */
function mails(context: DocsContext): DocTab[] {
  const { collection, placeholders } = context;
  const { name } = collection;
  const { verificationToken, passwordResetToken, emailChangeToken, newEmail, password } = placeholders;
  const minLength = minPasswordLength(collection);
  const newPassword = placeholders.newPassword(minLength);
  const resetArgs = [passwordResetToken, newPassword, newPassword];
  const email = exampleEmail(context);
  const toAddress = {
    body: { email: "The account's e-mail address." },
    failures: {
      '400 The address is missing or is not valid.': {
        ...MISSING,
        message: 'An error occurred while validating the form.',
      },
    },
  };
  return [
    {
      ...endpoint(context, 'POST', 'request-verification', 'Request verification'),
      ...toAddress,
      description: `Sends a \`${name}\` account the mail with the link that verifies its address.`,
      sample: [{ method: 'requestVerification', args: [email] }],
      success: [
        'The backend sends the mail. Also returned for unknown and verified addresses, to hide who has an account.',
      ],
    },
    {
      ...endpoint(context, 'POST', 'confirm-verification', 'Confirm verification'),
      description: `Marks the address of a \`${name}\` account as verified, with the token from the mail.`,
      sample: [
        { method: 'confirmVerification', args: [verificationToken] },
        [
          'a signed-in user gets the new state with a refresh',
          `await pb.collection('${name}').authRefresh();`,
        ],
      ],
      body: { token: 'The token from the verification mail.' },
      success: ['The address is verified.'],
      failures: { '400 The token is missing, has expired or is not valid.': MISSING },
    },
    {
      ...endpoint(context, 'POST', 'request-password-reset', 'Request password reset'),
      ...toAddress,
      description: `Sends a \`${name}\` account the mail with the link to set a new password.`,
      sample: [{ method: 'requestPasswordReset', args: [email] }],
      success: [
        'The backend sends the mail. Also returned for unknown addresses, to hide who has an account.',
      ],
    },
    {
      ...endpoint(context, 'POST', 'confirm-password-reset', 'Confirm password reset'),
      description: `Sets a new password of a \`${name}\` account, with the token from the mail. All sessions of the account end: sign in again.`,
      sample: [{ method: 'confirmPasswordReset', args: resetArgs, isLong: true }],
      body: {
        token: 'The token from the mail.',
        password: `The new password, at least ${minLength} characters.`,
        passwordConfirm: 'The new password again.',
      },
      success: ['The password is changed.'],
      failures: { '400 The token has expired or is not valid, or the passwords do not match.': MISSING },
    },
    {
      ...endpoint(context, 'POST', 'request-email-change', 'Request email change'),
      description:
        'Sends a mail to the new address of the signed-in account. The address changes only when the user opens the link in it.',
      sample: [signIn(context), { method: 'requestEmailChange', args: [newEmail] }],
      access: [TOKEN_ACCESS],
      body: { newEmail: 'The new address of the account.' },
      success: ['The backend sends the mail.'],
      failures: {
        '400 The address is missing, is not valid or belongs to another account.': MISSING,
        ...usersOnly(context),
      },
    },
    {
      ...endpoint(context, 'POST', 'confirm-email-change', 'Confirm email change'),
      description: `Sets the new address of a \`${name}\` account, with the token from the mail. All sessions of the account end: sign in again.`,
      sample: [{ method: 'confirmEmailChange', args: [emailChangeToken, password], isLong: true }],
      body: { token: 'The token from the mail to the new address.', password: "The account's password." },
      success: ['The address is changed and verified.'],
      failures: { '400 The token has expired or is not valid, or the password is wrong.': MISSING },
    },
  ];
}

const PROVIDER = {
  name: 'github',
  displayName: 'GitHub',
  state: '3Yd8jNkK_6PJG6hPWwBjLqKwse6Ejd',
  authUrl: 'https://github.com/login/oauth/authorize?client_id=demo&...&redirect_uri=',
  codeVerifier: 'KxFDWz1B3fxscCDJ_9gHQhLuh__ie7',
  codeChallenge: 'NM1oVexB6Q6QH8uPtOUfK7tq4pmu4Jz6lNDIwoxHZNE=',
  codeChallengeMethod: 'S256',
};

function waysToSignIn(context: DocsContext): DocTab[] {
  const { collection, placeholders } = context;
  const path = 'records/:id/external-auths';
  const ownId = new Code('pb.authStore.model.id');
  const caller = 'Only admins and the account itself can call it.';
  const ownerOnly = {
    '401 The token is missing or has expired.':
      'The request requires admin or record authorization token to be set.',
    '403 The token belongs neither to an admin nor to the account itself.':
      'You are not allowed to perform this request.',
  };
  const link = {
    id: '8171022dc95a4e8',
    created: '2022-09-01 10:24:18.434Z',
    updated: '2022-09-01 10:24:18.889Z',
    collectionId: collection.id,
    recordId: placeholders.recordId,
    provider: 'google',
    providerId: '2da15468800514p',
  };
  return [
    {
      ...endpoint(context, 'GET', 'auth-methods', 'List auth methods'),
      description: [
        `Returns the ways to sign in to \`${collection.name}\`: which of username and e-mail address work with a password, and the enabled OAuth2 providers. Open to everyone.`,
        'An `authUrl` ends in `redirect_uri=`: append your own, URL-encoded. Keep `state` and `codeVerifier` until the provider has responded.',
      ],
      sample: [{ result: 'methods', method: 'listAuthMethods' }],
      query: fieldsQuery('name:excerpt(200,true)'),
      success: [
        'The available methods of this collection.',
        {
          usernamePassword: isOn(context, 'username'),
          emailPassword: isOn(context, 'email'),
          onlyVerified: context.collection.auth?.isVerifiedOnly === true,
          authProviders: context.collection.auth?.hasOAuth2 ? [PROVIDER] : [],
        },
      ],
      failures: { '404 The collection does not exist.': NOT_FOUND_MESSAGE },
    },
    {
      ...endpoint(context, 'GET', 'list-external-auths', 'List OAuth2 accounts', path),
      description: [
        `Returns the OAuth2 providers that are linked to a \`${collection.name}\` account.`,
        caller,
      ],
      sample: [signIn(context), { result: 'links', method: 'listExternalAuths', args: [ownId] }],
      access: [TOKEN_ACCESS],
      pathParams: { id: 'Id of the account.' },
      query: fieldsQuery('provider'),
      success: ['One entry per linked provider.', [link]],
      failures: { ...ownerOnly, '404 No account has this id.': NOT_FOUND_MESSAGE },
    },
    {
      ...endpoint(context, 'DELETE', 'unlink-external-auth', 'Unlink OAuth2 account', `${path}/:provider`),
      description: [
        `Removes the link of a \`${collection.name}\` account to an OAuth2 provider: a sign-in with that provider no longer opens this account.`,
        caller,
      ],
      sample: [signIn(context), { method: 'unlinkExternalAuth', args: [ownId, placeholders.provider] }],
      access: [TOKEN_ACCESS],
      pathParams: {
        id: 'Id of the account.',
        provider: 'Name of the provider, as List OAuth2 accounts returns it.',
      },
      success: ['The link is removed.'],
      failures: {
        ...ownerOnly,
        '404 The account is not linked to this provider, or no account has this id.':
          'Missing external auth provider relation.',
      },
    },
  ];
}

/** Without those for ways to sign in that the collection does not allow. */
export const accountTabs = (context: DocsContext): DocTab[] =>
  [...signIns(context), ...mails(context), ...waysToSignIn(context)].filter(
    ({ isOffered = true }) => isOffered,
  );
