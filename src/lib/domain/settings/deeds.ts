/* What administrators have done, as the log tells it. */

/** A part of a sentence, or the name of something in it. */
export type DeedPart = string | { readonly name: string };

/** `Deleted record `, the id, ` of `, the name or id of the collection. */
export type DeedWords = readonly DeedPart[];

export interface Deed {
  /** Of the entry. */
  readonly id: string;
  /** As the backend stores dates. */
  readonly time: string;
  readonly words: DeedWords;
  /** Id of the administrator; '' if the log does not say it. */
  readonly who: string;
  /** Of the client; '' if the log does not say it. */
  readonly address: string;
}

/** Attempts from one address. */
export interface FailedSignIns {
  readonly address: string;
  readonly count: number;
  /** The latest one. */
  readonly last: string;
}

/** An address of an administrator, which no kept entry before has. */
export interface NewAddress {
  readonly address: string;
  /** The first entry with it. */
  readonly first: string;
}

/** By address, the most frequent first. */
export const groupFailures = (
  failures: readonly { readonly time: string; readonly address: string }[],
): readonly FailedSignIns[] =>
  [...Map.groupBy(failures, ({ address }) => address)]
    .map(([address, all]) => ({
      ...{ address, count: all.length },
      last:
        all
          .map(({ time }) => time)
          .toSorted()
          .at(-1) ?? '',
    }))
    .sort((one, other) => other.count - one.count || (one.last < other.last ? 1 : -1));

/** With the names of collections in place of their ids. */
export const namedWords = (words: DeedWords, nameOf: ReadonlyMap<string, string>): DeedWords =>
  words.map((part) => (typeof part === 'string' ? part : { name: nameOf.get(part.name) ?? part.name }));

export const DEED_TEXTS = {
  intro: (word: string) =>
    `What ${word}s have changed, and who has tried to become one, as far as the log tells. It is kept for some days only, and whoever is ${word === 'admin' ? 'an' : 'a'} ${word} can delete it.`,
  off: 'The backend keeps no log: its settings keep entries for 0 days.',
  settings: 'Settings of the logs',
  noAccounts: (word: string) =>
    `The log does not say which ${word} it was: switch on “Enable auth id logging” in its settings.`,
  neverAccounts: (word: string) => `The log of this backend does not say which ${word} it was.`,
  noAddresses: 'The log keeps no addresses: switch on “Enable IP logging” in its settings.',
  level: (level: number) =>
    `The log keeps entries from level ${level} on, so what has succeeded is not in it.`,
  noDeeds: 'Nothing was changed.',
  noFailures: 'No sign-in has failed.',
  noNew: 'No address is new.',
  newIntro: (word: string) => `Addresses of ${word}s that no entry before this time has.`,
  most: (count: number) => `The newest ${count} are shown.`,
} as const;

/** Entries that are read of each kind. */
export const MOST_DEEDS = 200;
/** Addresses of administrators that are looked up. */
export const MOST_ADDRESSES = 30;
