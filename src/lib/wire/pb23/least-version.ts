/* What the answers of a backend tell of its version, where nothing else does. */
import { list, members, text } from '#domain/app/lenient.ts';
import type { Escapes } from '#domain/backend/dialect.ts';
import type { Raw } from '#domain/backend/field.ts';
import type { ApiRequest, BackendRequest } from '#domain/backend/request.ts';
import { adminsRequest } from './administrators.ts';

/** Collections as new ones begin. */
export const scaffoldsRequest: BackendRequest = { path: ['collections', 'meta', 'scaffolds'] };

/** Each says at least one of these, newest first. Keys are sure; a number could become another one later. */
const SIGNS: readonly (readonly [
  version: string,
  isSaid: (auth: Readonly<Record<string, unknown>>) => boolean,
])[] = [
  ['0.37.0', (auth) => list(auth['fields'], members).some((field) => 'help' in field)],
  [
    '0.33.0',
    (auth) => text(members(members(auth['authAlert'])['emailTemplate'])['body']).includes('{ALERT_INFO}'),
  ],
];

/** A version that is not newer than the backend's; undefined where its scaffolds tell none. */
export const leastVersion = (scaffolds: unknown): string | undefined =>
  SIGNS.find(([, isSaid]) => isSaid(members(members(scaffolds)['auth'])))?.[0];

/** The same by the settings: what they have was brought by this version. Undefined where they tell nothing. */
export function leastWith(stored: Raw): string | undefined {
  const { logs, meta, superuserIPs } = members(stored);
  if (Object.hasOwn(members(logs), 'maxDataSize')) return '0.40.0';
  if (superuserIPs) return '0.38.0';
  return Object.hasOwn(members(meta), 'accentColor') ? '0.37.0' : undefined;
}

/** Lists an administrator where both texts are read alike: every backend takes it. */
export const escapesRequest = (): ApiRequest =>
  adminsRequest({ ...{ page: 1, perPage: 1, sort: '' }, filter: String.raw`"\\a"="\a"` });

/** How a backend reads the texts of filters, by the items of its answer. */
export const readEscapes = (items: readonly unknown[]): Escapes => (items.length ? 'more' : 'quote');
