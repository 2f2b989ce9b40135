/* The OAuth2 providers of one collection, which its backend stores as one list with secrets that it never shows. */
import { isObject, parseJson } from '#domain/app/lenient.ts';
import { providerTitle } from '#domain/auth/providers.ts';
import type { Capabilities } from '#domain/backend/capabilities.ts';
import type { OwnProvider } from '#domain/backend/collection.ts';
import { isKept } from '#domain/backend/settings.ts';
import { isSameStructure } from '#domain/model/same-structure.ts';

export type KeepsSecretsBy = Capabilities['keepsSecretsBy'];

type Options = Readonly<Record<string, unknown>>;

/** The names that OpenID Connect has: a collection can have as many of its providers. */
export const OPEN_ID_NAMES = ['oidc', 'oidc2', 'oidc3'] as const;
export const isOpenId = (name: string): boolean => OPEN_ID_NAMES.some((one) => one === name);

const TEXTS = ['name', 'clientId', 'authUrl', 'tokenUrl', 'userInfoUrl', 'displayName'] as const;

/** Whether a stored value is a list of providers without typed secrets. */
export const isProviderList = (value: unknown): value is OwnProvider[] =>
  Array.isArray(value) &&
  value.every(
    (one: unknown) =>
      isObject(one) &&
      TEXTS.every((name) => typeof one[name] === 'string') &&
      (one['pkce'] === null || typeof one['pkce'] === 'boolean') &&
      (one['clientSecret'] === '' || isKept(one['clientSecret'])) &&
      (isObject(one['extra']) || typeof one['extra'] === 'string'),
  );

export const providersOf = (options: Options): readonly OwnProvider[] =>
  (options['providers'] as readonly OwnProvider[] | undefined) ?? [];

/** What a provider is before anything is typed. */
export const newProvider = (name: string): OwnProvider => ({
  ...{ name, clientId: '', clientSecret: '', authUrl: '', tokenUrl: '', userInfoUrl: '' },
  displayName: isOpenId(name) ? 'OIDC' : '',
  ...{ pkce: isOpenId(name) ? true : null, extra: {} },
});

const REASONS: Readonly<Record<Exclude<KeepsSecretsBy, 'name'> | 'new', string>> = {
  new: 'Enter the client secret: none is stored for this provider.',
  position:
    'Enter the client secret again: this version of PocketBase keeps secrets by their position, and would give this provider that of another one.',
  nothing:
    'Enter the client secret again: this version of PocketBase forgets all of them when the list is changed.',
  unknown:
    'Enter the client secret again: the version of PocketBase is not known, and it may forget secrets, or give them to other providers, when the list is changed.',
};

/**
 * The positions of the providers whose secret has to be typed before the list is sent, with the reason, if all of them
 * were to keep theirs. `stored` is what the backend has; none if both are the same, because then nothing is sent.
 */
export function neededSecrets(
  providers: readonly OwnProvider[],
  stored: readonly OwnProvider[],
  by: KeepsSecretsBy,
): ReadonlyMap<number, string> {
  if (isSameStructure(providers, stored)) return new Map();
  const countOf = (name: string) => stored.filter((one) => one.name === name).length;
  const reasonOf = ({ name }: OwnProvider, at: number): string | undefined => {
    const count = countOf(name);
    if (count === 0) return REASONS.new;
    // A list with a name twice, which is only accepted while OAuth2 is off, tells not which is which.
    if (count > 1) return REASONS.unknown;
    if (by === 'name' || (by === 'position' && stored[at]?.name === name)) return undefined;
    return REASONS[by];
  };
  return new Map(
    providers.flatMap((provider, at) => {
      const reason = reasonOf(provider, at);
      return reason === undefined ? [] : [[at, reason] as const];
    }),
  );
}

/**
 * My list after others have changed theirs: the secrets of the providers that they have touched are not mine to keep, and
 * have to be typed, or kept on purpose.
 */
export const withoutTheirSecrets = (
  mine: readonly OwnProvider[],
  base: readonly OwnProvider[],
  theirs: readonly OwnProvider[],
): readonly OwnProvider[] =>
  mine.map((provider) => {
    const find = (list: readonly OwnProvider[]) => list.find(({ name }) => name === provider.name);
    const isTouched = !isSameStructure(find(base), find(theirs));
    return isTouched && isKept(provider.clientSecret) ? { ...provider, clientSecret: '' } : provider;
  });

const PARTS: Readonly<Partial<Record<keyof OwnProvider, string>>> = {
  clientId: 'client ID',
  clientSecret: 'client secret',
  authUrl: 'auth URL',
  tokenUrl: 'token URL',
  userInfoUrl: 'user info URL',
  displayName: 'display name',
  pkce: 'PKCE',
  extra: 'more options',
};

/** The label of an input of a provider. */
export const providerLabel = (name: keyof OwnProvider): string =>
  (PARTS[name] ?? name).replace(/^./, (first) => first.toUpperCase());

/** Text that is typed for `extra`: an object, or the text itself while it is none. */
export function typedExtra(text: string): OwnProvider['extra'] | string {
  if (text.trim() === '') return {};
  const value = parseJson(text);
  return isObject(value) ? value : text;
}

/** What its input shows. */
export function extraText(extra: unknown): string {
  if (typeof extra === 'string') return extra;
  return isObject(extra) && Object.keys(extra).length ? JSON.stringify(extra, null, 2) : '';
}

/** The collection with changes of the provider at a position. */
export function changedProvider<Values extends { readonly options: Options }>(
  values: Values,
  at: number,
  changes: Partial<OwnProvider>,
): Values {
  const providers = providersOf(values.options);
  const before = providers[at];
  if (!before) return values;
  return {
    ...values,
    options: { ...values.options, providers: providers.with(at, { ...before, ...changes }) },
  };
}

/** The list with one item in another place. */
export function movedItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const moved = items.slice(from, from + 1);
  return items.toSpliced(from, 1).toSpliced(to, 0, ...moved);
}

/** 'GitHub', or 'OpenID Connect (oidc)' where the title alone does not tell. */
export const providerName = (name: string): string =>
  isOpenId(name) ? `OpenID Connect (${name})` : providerTitle(name);

/** A change of the list as a line of a review, and whether it takes something away. */
export interface ProviderChange {
  readonly loses: boolean;
  readonly text: string;
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);

/** What differs between two lists, in lines. */
export function providerChanges(
  before: readonly OwnProvider[],
  after: readonly OwnProvider[],
): readonly ProviderChange[] {
  const removed = before
    .filter(({ name }) => !after.some((one) => one.name === name))
    .map(({ name }) => ({
      loses: true,
      text: `Removed provider ${providerName(name)}: its client secret is lost, and nobody can sign in with it any more`,
    }));
  const others = after.flatMap((now): readonly ProviderChange[] => {
    const was = before.find(({ name }) => name === now.name);
    if (!was) return [{ loses: false, text: `Added provider ${providerName(now.name)}` }];
    const parts = (Object.keys(PARTS) as (keyof OwnProvider)[]).filter(
      (part) => !isSameStructure(was[part], now[part]),
    );
    if (parts.length === 0) return [];
    const changed = {
      loses: false,
      text: `Changed provider ${providerName(now.name)}: ${parts.map((part) => PARTS[part]).join(', ')}`,
    };
    const [from, to] = [hostOf(was.authUrl), hostOf(now.authUrl)];
    const isMoved = isOpenId(now.name) && from !== to;
    const warning = {
      loses: true,
      text: `Provider ${providerName(now.name)} moves from ${from || 'nowhere'} to ${to || 'nowhere'}: accounts that are linked to it stay linked, to whoever has the same id there`,
    };
    return isMoved ? [changed, warning] : [changed];
  });
  const kept = (list: readonly OwnProvider[], other: readonly OwnProvider[]) =>
    list.map(({ name }) => name).filter((name) => other.some((one) => one.name === name));
  const order = kept(after, before);
  const isMoved = order.join() !== kept(before, after).join();
  const moved = { loses: false, text: `New order of the providers: ${order.map(providerName).join(', ')}` };
  return [...removed, ...others, ...(isMoved ? [moved] : [])];
}
