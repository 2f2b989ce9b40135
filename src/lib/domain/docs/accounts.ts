import type { DocsContext, DocTab, Failures, Line } from './doc.ts';
import { Code } from './literal.ts';
import { print } from './sample.ts';
import {
  endpoint,
  exampleEmail,
  exampleRecord,
  minPasswordLength,
  missing,
  recordQuery,
  signIn,
  TOKEN_ACCESS,
} from './shared.ts';

export const afterSignIn = ({ line }: DocsContext): readonly Line[][] => [
  [
    'the client stores token and account, and sends the token from now on',
    ...['pb.authStore.isValid', 'pb.authStore.token', line.ownId].map(print),
  ],
  ['to sign out, clear them', new Code('pb.authStore.clear();')],
];

const usersOnly = ({ collection, line }: DocsContext, also = ''): Failures => ({
  '401 The token is missing, has expired or does not belong to a user.': line.tokenMissing,
  [`403 The token belongs to a user of another collection (here \`other\`) than \`${collection.name}\`.${also}`]:
    'The request requires auth record from other collection.',
});

/** The sign-ins with a password and with a provider, and the refresh. */
export function signIns(context: DocsContext): readonly [DocTab, DocTab, DocTab] {
  const { collection, line } = context;
  const { name, createRule } = collection;
  const { provider } = context.placeholders;
  const dart = { args: [provider, new Code('(url) async {\n  await launchUrl(url);\n}')] };
  const identities = line.account.identity(collection);
  const only = line.account.only(collection);
  const refused: Failures = only ? { [`403 ${only.reason}`]: only.message } : {};
  const query = recordQuery(context, 'record.');
  const auth = { token: 'JWT_TOKEN', record: exampleRecord(context) };
  return [
    {
      ...endpoint(context, 'POST', 'auth-with-password', 'Auth with password'),
      isOffered: identities !== '',
      description: [
        `Signs a \`${name}\` account in with its ${identities} and password; returns a token and the account.`,
        only?.text ?? false,
      ],
      sample: [{ ...signIn(context), result: 'auth' }, ...afterSignIn(context)],
      body: { identity: `The account's ${identities}.`, password: "The account's password." },
      query,
      success: ['A token and the account.', auth],
      failures: {
        '400 Identity or password is missing or wrong; `data` names missing ones.': missing(context),
        ...refused,
      },
    },
    {
      ...endpoint(context, 'POST', 'auth-with-oauth2', 'Auth with OAuth2'),
      isOffered: collection.auth?.hasOAuth2 === true,
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
        ...afterSignIn(context),
      ],
      dartImports: [`import 'package:url_launcher/url_launcher.dart';`],
      body: {
        provider: 'Name of the provider, as List auth methods returns it.',
        code: 'The code that the provider sent to the redirect address.',
        'codeVerifier?':
          'The verifier of the challenge that was sent to the provider; required by providers with PKCE.',
        ...line.account.redirect,
        'createData?: Object':
          'Values of the account that the first sign-in creates, as in Create; without files.',
      },
      query,
      success: [
        "A token, the account, and the provider's data about the user.",
        { ...auth, meta: line.account.meta },
      ],
      failures: {
        '400 A parameter is missing, the provider did not accept the code, or the account may not be created.':
          { ...missing(context), message: line.account.providerMissing },
        ...refused,
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
      failures: usersOnly(context, only ? ` ${only.refresh}` : ''),
    },
  ];
}

/** Mails with links, and the endpoints of the pages to which they lead. */
export function mails(context: DocsContext): DocTab[] {
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
        ...missing(context),
        message: context.line.invalidAddress,
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
      failures: { '400 The token is missing, has expired or is not valid.': missing(context) },
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
      failures: {
        '400 The token has expired or is not valid, or the passwords do not match.': missing(context),
      },
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
        '400 The address is missing, is not valid or belongs to another account.': missing(context),
        ...usersOnly(context),
      },
    },
    {
      ...endpoint(context, 'POST', 'confirm-email-change', 'Confirm email change'),
      description: `Sets the new address of a \`${name}\` account, with the token from the mail. All sessions of the account end: sign in again.`,
      sample: [{ method: 'confirmEmailChange', args: [emailChangeToken, password], isLong: true }],
      body: { token: 'The token from the mail to the new address.', password: "The account's password." },
      success: ['The address is changed and verified.'],
      failures: { '400 The token has expired or is not valid, or the password is wrong.': missing(context) },
    },
  ];
}
