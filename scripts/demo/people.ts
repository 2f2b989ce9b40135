import { type Row, toStamp } from '#scripts/lib/bulk.ts';
import { PROGRAMS } from '#scripts/lib/lines.ts';
import type { Random } from '#scripts/lib/random.ts';
import type { Line } from '#wire/choose.ts';
import { png, type Storage, svg } from './files.ts';
import { CITIES, FIRST_NAMES, LAST_NAMES } from './sample-texts.ts';
import { ID } from './schema.ts';

/** Shared input of all generators. */
export interface DemoContext {
  random: Random;
  storage: Storage;
  /** The moment the demo is created, in ms since 1970; the stamps of all rows are earlier. */
  now: number;
  /** Hash of the password that all demo users share. */
  passwordHash: string;
  line: Line;
}

export const DAY_MS = 86_400_000;

/** The columns that PocketBase adds to every table; `maxAge` is in days. */
export function systemColumns(
  { random, now }: DemoContext,
  maxAge = 400,
): { id: string; created: string; updated: string } {
  const created = now - Math.floor(random.next() * maxAge * DAY_MS);
  const updated = random.chance(0.4) ? created + Math.floor(random.next() * (now - created)) : created;
  return { id: random.id(), created: toStamp(created), updated: toStamp(updated) };
}

function personName({ random }: DemoContext): { name: string; handle: string } {
  const [first, last] = [random.pick(FIRST_NAMES), random.pick(LAST_NAMES)];
  const handle = `${first}.${last}`
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z.]/g, '');
  return { name: `${first} ${last}`, handle };
}

function account(context: DemoContext, handle: string, host: string, index: number): Row {
  const { random, passwordHash, line } = context;
  const { password, userColumns } = PROGRAMS[line];
  return {
    ...systemColumns(context),
    ...userColumns(`${handle.replace('.', '_')}${index}`),
    email: `${handle}${index}@${host}`,
    emailVisibility: random.chance(0.3),
    verified: random.chance(0.8),
    tokenKey: random.id(50),
    [password]: passwordHash,
  };
}

export function customers(context: DemoContext, count: number): Row[] {
  const { random, storage } = context;
  return Array.from({ length: count }, (_, index) => {
    const { name, handle } = personName(context);
    const row = account(context, handle, 'mail.example', index + 1);
    const picture = random.chance(0.5) ? png(random) : svg(random);
    const avatar = index < 40 ? storage.add(ID.customers, String(row.id), 'avatar', picture) : '';
    return { ...row, name, avatar, city: random.pick(CITIES), newsletter: random.chance(0.4) };
  });
}

export function staff(context: DemoContext, count: number): Row[] {
  const { random } = context;
  return Array.from({ length: count }, (_, index) => {
    const { name, handle } = personName(context);
    const roles = random.some(['shop', 'editorial', 'support', 'lead'], 1, 3);
    return {
      ...account(context, handle, 'shop.example', index + 1),
      name,
      roles,
      phone: `+49 30 5550${100 + index}`,
    };
  });
}

export function subscribers(context: DemoContext, count: number): Row[] {
  const { random } = context;
  return Array.from({ length: count }, (_, index) => ({
    ...systemColumns(context),
    email: `${personName(context).handle}.${index + 1}@reader.example`,
    confirmed: random.chance(0.9),
    language: random.pick(['en', 'de', 'fr', 'bg', '']),
  }));
}
