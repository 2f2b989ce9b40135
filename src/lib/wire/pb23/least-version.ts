/* What the answers of a backend tell of its version, where nothing else does. */
import { list, members, text } from '#domain/app/lenient.ts';
import type { Raw } from '#domain/backend/field.ts';
import type { BackendRequest } from '#domain/backend/request.ts';

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
