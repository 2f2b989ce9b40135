/* By which labels a backend looks for the rule of a request, and what it counts together. */
import type { Collection } from '#domain/backend/collection.ts';
import type { RateTarget } from '#domain/settings/rate-search.ts';

/** What is done to an account, by the last segment of its path: the tags, the most exact one first. */
const ACCOUNT_ACTIONS: Readonly<Record<string, readonly string[]>> = {
  'GET auth-methods': ['listAuthMethods'],
  'POST auth-refresh': ['authRefresh'],
  'POST auth-with-password': ['authWithPassword', 'auth'],
  'POST auth-with-oauth2': ['authWithOAuth2', 'auth'],
  'POST auth-with-otp': ['authWithOTP', 'auth'],
  'POST request-otp': ['requestOTP'],
  'POST request-password-reset': ['requestPasswordReset'],
  'POST confirm-password-reset': ['confirmPasswordReset'],
  'POST request-verification': ['requestVerification'],
  'POST confirm-verification': ['confirmVerification'],
  'POST request-email-change': ['requestEmailChange'],
  'POST confirm-email-change': ['confirmEmailChange'],
};

const RECORD_ACTIONS: Readonly<Record<string, string>> = {
  'GET list': 'list',
  'POST list': 'create',
  'GET one': 'view',
  'PATCH one': 'update',
  'DELETE one': 'delete',
};

/** Of records that can't be in a view: refused before they are counted. */
const WRITES: readonly string[] = ['create', 'update', 'delete'];

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The collection in a path, by its name or id, and the tags of what is done; no tags for any other path. */
function tagsOf(method: string, segments: readonly string[]) {
  const [, api, area, name = '', part = '', id, ...more] = segments;
  // The router answers HEAD as it does GET.
  const verb = method === 'HEAD' ? 'GET' : method;
  const none = { name, tags: [] };
  if (api !== 'api' || segments.slice(3).includes('')) return none;
  if (area === 'files') {
    return { name, tags: verb === 'GET' && segments.length === 6 ? ['file'] : [] };
  }
  if (area !== 'collections' || more.length) return none;
  if (part === 'records') {
    const tag = RECORD_ACTIONS[`${verb} ${id === undefined ? 'list' : 'one'}`];
    return { name, tags: tag ? [tag] : [] };
  }
  return { name, tags: id === undefined ? (ACCOUNT_ACTIONS[`${verb} ${part}`] ?? []) : [] };
}

/**
 * What the backend looks for when it gets a request; undefined for one that it does not count.
 * @param path as it is sent, without a query
 */
export function rateTarget(
  method: string,
  path: string,
  collections: readonly Pick<Collection, 'id' | 'name' | 'type'>[],
): RateTarget | undefined {
  // The answer to a browser that asks which requests are allowed comes before.
  if (method === 'OPTIONS') return undefined;
  const segments = path.split('/').map(decoded);
  const whole = segments.join('/');
  const { name, tags } = tagsOf(method, segments);
  const paths = [`${method} ${whole}`, whole];
  if (!tags.length) return { labels: paths, counter: undefined };
  const same = (text: string) => text.toLowerCase() === name.toLowerCase();
  const found = collections.find((one) => same(one.id)) ?? collections.find((one) => same(one.name));
  if (!found || (found.type === 'view' && tags.some((tag) => WRITES.includes(tag)))) return undefined;
  const [own, every] = [found.name, '*'].map((owner) => tags.map((tag) => `${owner}:${tag}`));
  return { labels: [...(own ?? []), ...(every ?? []), ...paths], counter: `${found.id} ${tags[0]}` };
}
