/* The tokens that were issued on this device in the name of accounts: what they are for, never the tokens themselves. */
import { type JsonObject, list, members, parseJson, text } from '#domain/app/lenient.ts';

/** Times in ms since 1970, by the clock of this computer. */
export interface IssuedToken {
  readonly id: string;
  readonly collectionId: string;
  readonly collectionName: string;
  readonly accountId: string;
  /** The account, for people. */
  readonly account: string;
  /** What it is for; may be empty. */
  readonly why: string;
  /** Who has issued it. */
  readonly by: string;
  readonly issued: number;
  readonly until: number;
  /** When the sessions of its account were ended on this device. */
  readonly ended?: number;
}

export const isValid = ({ until, ended }: IssuedToken, now: number): boolean =>
  ended === undefined && now < until;

const DAY_MS = 86_400_000;

/** Valid for a month or more, without a session that anybody would see. */
export const isLongLived = ({ issued, until }: IssuedToken): boolean => until - issued >= 30 * DAY_MS;

/** Whole days since it was issued. */
export const ageInDays = ({ issued }: IssuedToken, now: number): number =>
  Math.max(0, Math.floor((now - issued) / DAY_MS));

/** Those that are valid first, the soonest end first; the others newest end first. */
export const sortIssued = (tokens: readonly IssuedToken[], now: number): readonly IssuedToken[] => {
  const endOf = ({ until, ended = until }: IssuedToken) => Math.min(until, ended);
  return tokens.toSorted((one, other) => {
    const [isOne, isOther] = [isValid(one, now), isValid(other, now)];
    if (isOne !== isOther) return isOne ? -1 : 1;
    return isOne ? one.until - other.until : endOf(other) - endOf(one);
  });
};

/** Those of an account. */
export const issuedFor = (tokens: readonly IssuedToken[], collectionId: string, accountId: string) =>
  tokens.filter((token) => token.collectionId === collectionId && token.accountId === accountId);

/** Kept on this device: all that are valid, and of the others the newest. */
const MOST = 200;

export const withIssued = (tokens: readonly IssuedToken[], added: IssuedToken): readonly IssuedToken[] => {
  const sorted = sortIssued([...tokens, added], added.issued);
  return sorted.filter((token, place) => place < MOST || isValid(token, added.issued));
};

export const withEnded = (
  tokens: readonly IssuedToken[],
  collectionId: string,
  accountId: string,
  now: number,
): readonly IssuedToken[] =>
  tokens.map((token) =>
    issuedFor([token], collectionId, accountId).length && isValid(token, now)
      ? { ...token, ended: now }
      : token,
  );

const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

function readToken(value: unknown): IssuedToken | undefined {
  const { issued, until, ended, ...from }: JsonObject = members(value);
  const named = (name: keyof IssuedToken) => text(from[name]);
  if (!named('id') || !named('accountId') || !isTime(issued) || !isTime(until)) return undefined;
  return {
    ...{ id: named('id'), collectionId: named('collectionId'), collectionName: named('collectionName') },
    ...{ accountId: named('accountId'), account: named('account'), why: named('why'), by: named('by') },
    ...{ issued, until },
    ...(isTime(ended) && { ended }),
  };
}

/** Of stored JSON; leaves out what can't be read. */
export const parseIssued = (stored: string): readonly IssuedToken[] =>
  list(parseJson(stored), readToken).flatMap((token) => token ?? []);

export const ISSUED_TEXTS = {
  intro:
    'Tokens that were made on this device by “Impersonate”. What they are is kept here, the tokens themselves are not. The log below also has those that “Try as” is given, which end after a minute.',
  empty: 'No token was issued on this device.',
  elsewhere:
    'A token also ends when the password, email or token key of its account is changed elsewhere, which can’t be seen here.',
  longLived: (age: number) =>
    `Long-lived, and issued ${age === 0 ? 'today' : age === 1 ? 'a day ago' : `${age} days ago`}: end it when it is not needed any more.`,
  forget: 'Remove from the list',
} as const;
