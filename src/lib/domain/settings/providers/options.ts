import { ownOf } from '#domain/app/lenient.ts';
import type { ProviderField } from './fields.ts';

export type Endpoint = Extract<ProviderField, 'authUrl' | 'tokenUrl' | 'userInfoUrl'>;

export interface EndpointSection {
  readonly title: string;
  readonly endpoints: readonly Endpoint[];
  /** While the provider is enabled. */
  readonly isRequired: boolean;
  readonly examples?: Readonly<Partial<Record<Endpoint, string>>>;
}

export interface ProviderOptions {
  readonly section?: EndpointSection;
  /** It has a name of its own and a choice of PKCE. */
  readonly isOpenId?: boolean;
  /** The client secret can be generated from a private key. */
  readonly generatesSecret?: boolean;
}

const ALL: readonly Endpoint[] = ['authUrl', 'tokenUrl', 'userInfoUrl'];
const MICROSOFT = 'https://login.microsoftonline.com/YOUR_DIRECTORY_TENANT_ID/oauth2/v2.0';

const SELF_HOSTED: ProviderOptions = {
  section: { title: 'Self-hosted endpoints (optional)', endpoints: ALL, isRequired: false },
};
const OPEN_ID: ProviderOptions = {
  section: { title: 'Endpoints', endpoints: ALL, isRequired: true },
  isOpenId: true,
};

const OPTIONS: Readonly<Record<string, ProviderOptions>> = {
  apple: { generatesSecret: true },
  microsoft: {
    section: {
      title: 'Azure AD endpoints',
      endpoints: ['authUrl', 'tokenUrl'],
      isRequired: true,
      examples: { authUrl: `${MICROSOFT}/authorize`, tokenUrl: `${MICROSOFT}/token` },
    },
  },
  gitlab: SELF_HOSTED,
  gitea: SELF_HOSTED,
  mailcow: { section: { title: 'Provider endpoints', endpoints: ALL, isRequired: true } },
  oidc: OPEN_ID,
  oidc2: OPEN_ID,
  oidc3: OPEN_ID,
};

/** The additional parts of a provider's form. */
export const providerOptions = (key: string): ProviderOptions => ownOf(OPTIONS, key) ?? {};

export const PROVIDER_TEXTS = {
  intro: 'Manage the allowed users OAuth2 sign-in/sign-up methods.',
  saved: 'Successfully updated provider settings.',
  pkce: 'Can usually stay on: providers without support for PKCE ignore the extra query parameters.',
  redirect: 'Redirect URL for apps that sign in with a client library. Register it at the provider.',
} as const;
