import { NOT_FOUND_MESSAGE } from '#domain/app/api-error.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { mails, signIns } from '../accounts.ts';
import type { DocsContext, DocTab } from '../doc.ts';
import { Code } from '../literal.ts';
import { endpoint, fieldsQuery, signIn, TOKEN_ACCESS } from '../shared.ts';

const isOn = ({ auth }: Collection, way: string): boolean => auth?.identityFields.includes(way) === true;

export const identity = (collection: Collection): string =>
  [
    ...(isOn(collection, 'username') ? ['username'] : []),
    ...(isOn(collection, 'email') ? ['e-mail address'] : []),
  ].join(' or ');

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
          usernamePassword: isOn(collection, 'username'),
          emailPassword: isOn(collection, 'email'),
          onlyVerified: collection.auth?.isVerifiedOnly === true,
          authProviders: collection.auth?.hasOAuth2 ? [PROVIDER] : [],
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

export const accountTabs = (context: DocsContext): DocTab[] => [
  ...signIns(context),
  ...mails(context),
  ...waysToSignIn(context),
];
