import { backendUrl, publicAddress } from '#browser/backends.ts';
import { OAUTH2_REDIRECT } from '#wire/setting-values.ts';

/** The address to which a provider returns the browser when an app signs in with a client library. */
export const redirectUrl = (): string => new URL(OAUTH2_REDIRECT, publicAddress(backendUrl())).href;
