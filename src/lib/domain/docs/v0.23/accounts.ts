import type { Collection, OwnAuthOptions } from '#domain/backend/collection.ts';
import { afterSignIn, mails, signIns } from '../accounts.ts';
import type { DocsContext, DocTab, Failures } from '../doc.ts';
import {
  endpoint,
  exampleEmail,
  exampleRecord,
  fieldsQuery,
  missing,
  recordQuery,
  signInAsAdministrator,
} from '../shared.ts';

type Switch = 'oneTimePassword.isEnabled' | 'secondFactor.isEnabled';

const isOn = ({ auth }: Collection, option: Switch): boolean => auth?.own?.[option] === true;
const durationOf = ({ auth }: Collection, of: 'oneTimePassword' | 'secondFactor'): number =>
  auth?.own?.[`${of}.duration` as keyof OwnAuthOptions as 'secondFactor.duration'] ?? 0;

/** Whose accounts are the administrators. */
const isOfAdministrators = ({ collection, line }: DocsContext): boolean =>
  collection.name === line.administrators;

const MFA_ID = {
  'mfaId?': 'Of the first of two factors: the `mfaId` of the answer to another way of signing in.',
};

/** What a way to sign in has where two factors are asked for. */
function withFactors(context: DocsContext, tab: DocTab): DocTab {
  if (!isOn(context.collection, 'secondFactor.isEnabled')) return tab;
  const first: Failures = {
    '401 This was the first of two factors: sign in by another way, too, with this `mfaId`.': {
      body: { mfaId: 'MFA_ID' },
    },
  };
  const { 400: bad, ...others } = Object.fromEntries(
    Object.entries(tab.failures).map(([reason, failure]) => [reason.slice(0, 3), [reason, failure]]),
  ) as Record<string, [string, Failures[string]]>;
  return {
    ...tab,
    body: { ...tab.body, ...MFA_ID },
    failures: Object.fromEntries([...(bad ? [bad] : []), ...Object.entries(first), ...Object.values(others)]),
  };
}

/** Of the ways of signing in with a password from a mail. */
function oneTimePassword(context: DocsContext): readonly [DocTab, DocTab] {
  const { collection, placeholders } = context;
  const { name } = collection;
  const isOffered = isOn(collection, 'oneTimePassword.isEnabled');
  const off = 'The collection is not configured to allow OTP authentication.';
  return [
    {
      ...endpoint(context, 'POST', 'request-otp', 'Request OTP'),
      isOffered,
      description: [
        `Sends a \`${name}\` account the mail with a one-time password.`,
        `It is valid for ${durationOf(collection, 'oneTimePassword')} seconds.`,
      ],
      sample: [{ result: 'request', method: 'requestOTP', args: [exampleEmail(context)] }],
      body: { email: "The account's e-mail address." },
      success: [
        'The backend sends the mail. Also returned for unknown addresses, to hide who has an account.',
        { otpId: placeholders.otpId },
      ],
      failures: {
        '400 The address is missing or is not valid.': missing(context),
        '403 One-time passwords are switched off.': off,
      },
    },
    withFactors(context, {
      ...endpoint(context, 'POST', 'auth-with-otp', 'Auth with OTP'),
      isOffered,
      description: [
        `Signs a \`${name}\` account in with the one-time password from the mail; returns a token and the account.`,
        'It also verifies the address of the account, if the mail was sent to it.',
        context.line.account.only(collection)?.text ?? false,
      ],
      sample: [
        {
          result: 'auth',
          method: 'authWithOTP',
          args: [placeholders.otpId, placeholders.oneTimePassword],
        },
        ...afterSignIn(context),
      ],
      body: {
        otpId: 'The id that Request OTP has returned.',
        password: 'The one-time password from the mail.',
      },
      query: recordQuery(context, 'record.'),
      success: ['A token and the account.', { token: 'JWT_TOKEN', record: exampleRecord(context) }],
      failures: {
        '400 The one-time password is missing, wrong, used or expired.': missing(context),
        '403 One-time passwords are switched off, or the account may not sign in.': off,
      },
    }),
  ];
}

const PROVIDER = {
  name: 'github',
  displayName: 'GitHub',
  logo: '<svg>...</svg>',
  state: '3Yd8jNkK_6PJG6hPWwBjLqKwse6Ejd',
  authURL: 'https://github.com/login/oauth/authorize?client_id=demo&...&redirect_uri=',
  authUrl: 'https://github.com/login/oauth/authorize?client_id=demo&...&redirect_uri=',
  codeVerifier: 'KxFDWz1B3fxscCDJ_9gHQhLuh__ie7',
  codeChallenge: 'NM1oVexB6Q6QH8uPtOUfK7tq4pmu4Jz6lNDIwoxHZNE=',
  codeChallengeMethod: 'S256',
};

function authMethods(context: DocsContext): DocTab {
  const { collection } = context;
  const { name, auth } = collection;
  const identityFields = auth?.identityFields ?? [];
  const factor = (option: 'oneTimePassword' | 'secondFactor') => {
    const enabled = isOn(collection, `${option}.isEnabled`);
    return { enabled, duration: enabled ? durationOf(collection, option) : 0 };
  };
  const hasProviders = auth?.hasOAuth2 === true && auth.own?.providers.length !== 0;
  const providers = hasProviders ? [PROVIDER] : [];
  return {
    ...endpoint(context, 'GET', 'auth-methods', 'List auth methods'),
    description: [
      `Returns the ways to sign in to \`${name}\`: with a password and which fields, by the enabled OAuth2 providers, with a one-time password, and whether two factors are asked for. Open to everyone.`,
      'An `authURL` ends in `redirect_uri=`: append your own, URL-encoded. Keep `state` and `codeVerifier` until the provider has responded.',
      'Further keys of the response, and `authUrl`, are for clients of earlier versions. Up to 0.36 providers have no `logo`.',
    ],
    sample: [{ result: 'methods', method: 'listAuthMethods' }],
    query: fieldsQuery('mfa'),
    success: [
      'The available methods of this collection.',
      {
        password: { enabled: identityFields.length > 0, identityFields },
        oauth2: { enabled: auth?.hasOAuth2 === true, providers },
        mfa: factor('secondFactor'),
        otp: factor('oneTimePassword'),
      },
    ],
    failures: { '404 The collection does not exist.': 'Missing or invalid collection context.' },
  };
}

function impersonate(context: DocsContext): DocTab {
  const { collection, placeholders } = context;
  const { name } = collection;
  return {
    ...endpoint(context, 'POST', 'impersonate', 'Impersonate', 'impersonate/:id'),
    description: [
      `Returns a token of a \`${name}\` account to a superuser, for a chosen time: for tests, or as an API key.`,
      'It can’t be renewed. It ends early only when the password, the address or the token key of the account, or the token secret of the collection, changes.',
    ],
    sample: [
      ['only superusers may do this', signInAsAdministrator(context)],
      [
        'a client of its own, with the token of the account',
        { result: 'client', method: 'impersonate', args: [placeholders.recordId, 3600] },
      ],
      {
        javascript: 'console.log(client.authStore.token);',
        dart: 'print(client.authStore.token);',
      },
    ],
    access: [{ text: 'Requires superuser `Authorization:TOKEN` header' }],
    pathParams: { id: 'Id of the account.' },
    body: {
      'duration?: Number':
        'Seconds for which the token is valid; by default as long as one of a sign-in of this collection.',
    },
    query: recordQuery(context, 'record.'),
    success: ['A token and the account.', { token: 'JWT_TOKEN', record: exampleRecord(context) }],
    failures: {
      '400 The duration is not valid.': {
        message: context.line.invalid,
        data: {
          duration: {
            code: 'validation_min_greater_equal_than_required',
            message: 'Must be no less than 0.',
            params: { threshold: 0 },
          },
        },
      },
      '401 The token is missing or has expired.': context.line.tokenMissing,
      '403 The token does not belong to a superuser.':
        'The authorized record is not allowed to perform this action.',
      '404 No account has this id.': "The requested resource wasn't found.",
    },
  };
}

/** Without those for ways to sign in that the collection does not allow, or superusers do not have. */
export function accountTabs(context: DocsContext): DocTab[] {
  const [password, provider, refresh] = signIns(context);
  const withField: DocTab = {
    ...password,
    body: {
      ...password.body,
      'identityField?': 'Name of the field in which the identity is looked for; by default in each of them.',
    },
  };
  const isNone = isOfAdministrators(context);
  // A superuser is verified, and changes the own address as that of any record.
  const sent = mails(context).filter(({ id }) => !isNone || id.endsWith('password-reset'));
  return [
    withFactors(context, withField),
    withFactors(context, { ...provider, isOffered: provider.isOffered === true && !isNone }),
    ...oneTimePassword(context),
    refresh,
    ...sent,
    authMethods(context),
    impersonate(context),
  ];
}
