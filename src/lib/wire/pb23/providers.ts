/* Which providers an auth collection can have. */
import { list, members, text } from '#domain/app/lenient.ts';
import type { ApiRequest } from '#domain/backend/request.ts';
import { isFrom } from '../both/versions.ts';

/** Only where the backend has such a list. */
export const providersRequest: ApiRequest = { path: '/api/collections/meta/oauth2-providers' };

/** Undefined for an answer that is no list. */
export const readProviders = (answer: unknown): readonly string[] | undefined =>
  Array.isArray(answer) ? list(answer, (one) => text(members(one)['name'])).filter(Boolean) : undefined;

/** Those that came later, with the first version that has them. */
const LATER: readonly [name: string, minor: number, patch: number][] = [
  ['trakt', 25, 0],
  ['box', 29, 1],
  ['lark', 30, 0],
];

/** Those of a version that has no list of them, in the order in which they are offered. */
export const providersOf = (version: string | undefined): readonly string[] => [
  ...['apple', 'google', 'microsoft', 'yandex', 'facebook', 'instagram2', 'github', 'gitlab', 'bitbucket'],
  ...['gitee', 'gitea', 'discord', 'twitter', 'kakao', 'vk', 'linear', 'notion', 'monday'],
  ...LATER.filter(([, minor, patch]) => isFrom(version, minor, patch)).map(([name]) => name),
  ...['wakatime', 'spotify', 'twitch', 'patreon', 'strava', 'livechat', 'mailcow', 'planningcenter'],
  ...['oidc', 'oidc2', 'oidc3'],
];
