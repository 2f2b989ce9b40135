/* How people sign in to one collection, as its editor has it: options by the paths of the model. */
import { text, texts } from '#domain/app/lenient.ts';
import { tokenSecret } from '#domain/app/random-secret.ts';
import { limitProblem, type NumberLimits } from '#domain/app/typed-number.ts';
import type { AuthOptions, OwnAuthOptions, OwnProvider } from '#domain/backend/collection.ts';
import type { Problem } from '#domain/backend/problem.ts';
import { isKept } from '#domain/backend/settings.ts';
import { foldName } from '#domain/model/fold-name.ts';
import type { IndexTools } from '#domain/model/index-sql/load-tools.ts';
import { isSameStructure } from '#domain/model/same-structure.ts';
import {
  isProviderList,
  type KeepsSecretsBy,
  neededSecrets,
  type ProviderChange,
  providerChanges,
  providersOf,
} from './own-providers.ts';

type Options = Readonly<Record<string, unknown>>;

/** Whether a collection has all of this for itself. */
export const hasOwnAuth = (options: Options): boolean => 'hasPasswords' in options;

/** In the order in which their changes are listed. */
export function ownValues(
  { hasPasswords, identityFields, ...more }: OwnAuthOptions,
  hasOAuth2: boolean,
): Options {
  return { hasPasswords, identityFields, hasOAuth2, ...more };
}

const MAPPED = [
  'mappedFields.id',
  'mappedFields.name',
  'mappedFields.username',
  'mappedFields.avatar',
] as const;

/** What is needed of a field to follow it. */
interface Named {
  readonly name: string;
  readonly originalName: string;
  readonly toDelete: boolean;
}

/** The options with today's names of fields: they are stored by name, and a field may have got another one. */
export function withFieldNames(options: Options, fields: readonly Named[]): Options {
  const isName = (name: string) => fields.some((field) => !field.toDelete && field.name === name);
  // A new field has no name of before, as a part has none that is mapped to no field.
  const nameOf = (name: string): string =>
    name === '' || isName(name)
      ? name
      : (fields.find((field) => !field.toDelete && field.originalName === name)?.name ?? name);
  const mapped = MAPPED.map((path) => [path, nameOf(text(options[path]))]);
  return {
    ...options,
    identityFields: texts(options['identityFields']).map(nameOf),
    ...Object.fromEntries(mapped),
  };
}

/** What the inputs say. Of what fields and rules say there is nothing: the wire asks those. */
export function toOwnAuth({ hasOAuth2, ...options }: Options): AuthOptions {
  const own = options as OwnAuthOptions;
  return {
    identityFields: own.hasPasswords ? own.identityFields : [],
    hasOAuth2: hasOAuth2 === true,
    ...{
      minPassword: null,
      exceptDomains: [],
      onlyDomains: [],
      isEmailRequired: false,
      isVerifiedOnly: false,
    },
    own,
  };
}

const isSecret = (name: string): boolean => /^tokens\..+\.secret$/.test(name);
/** Of a secret that was typed, or has to be: it is asked for again. */
const withoutTyped = (secret: unknown) => (isKept(secret) ? secret : '');

/** The options as they may be kept in a browser's storage. */
export const withoutSecrets = (options: Options): Options =>
  Object.fromEntries(
    Object.entries(options).map(([name, value]) => {
      if (isSecret(name)) return [name, withoutTyped(value)];
      if (name !== 'providers') return [name, value];
      const withoutIts = (one: OwnProvider) => ({ ...one, clientSecret: withoutTyped(one.clientSecret) });
      return [name, providersOf(options).map(withoutIts)];
    }),
  );

/** The options as they come back from there: tokens that were to end get another new secret. */
export const withNewSecrets = (options: Options): Options =>
  Object.fromEntries(
    Object.entries(options).map(([name, value]) => [
      name,
      isSecret(name) && value === '' ? tokenSecret() : value,
    ]),
  );

/** Whether a stored option can be one of these; undefined for a name that other collections have, too. */
export function isOwnOption(name: string, value: unknown): boolean | undefined {
  if (name === 'providers') return isProviderList(value);
  return isSecret(name) ? isKept(value) || value === '' : undefined;
}

/** About three years. */
const MAX_TOKEN_SECONDS = 94_670_856;
const FACTOR: NumberLimits = { min: 10, max: 86_400, step: 1 };

/** The limits of an option that is a number; undefined for another one. */
export function ownLimits(name: string): NumberLimits | undefined {
  if (/^tokens\..+\.duration$/.test(name)) return { min: 10, max: MAX_TOKEN_SECONDS, step: 1 };
  if (name === 'oneTimePassword.length') return { min: 4, step: 1 };
  return /^(oneTimePassword|secondFactor)\.duration$/.test(name) ? FACTOR : undefined;
}

const METHODS = ['hasPasswords', 'hasOAuth2', 'oneTimePassword.isEnabled'] as const;
const FACTORS = [...METHODS, 'secondFactor.isEnabled'] as const;

/** A second factor needs a first one. */
const MIN_METHODS = 2;
const hasTwoMethods = (options: Options): boolean =>
  METHODS.filter((name) => options[name] === true).length >= MIN_METHODS;

/** Whether an index makes the values of one field unique, all by itself. */
export function hasUniqueIndex(field: string, indexes: readonly string[], tools: IndexTools): boolean {
  return indexes.some((sql) => {
    const { unique, columns = [] } = tools.parseIndex(sql) ?? {};
    const [only, ...others] = columns;
    return unique === true && others.length === 0 && foldName(only?.name ?? '') === foldName(field);
  });
}

/** Whose values a person can type to be found. */
const TYPED: ReadonlySet<string> = new Set(['text', 'email', 'url', 'number']);

/** The fields by which people may be found: those that are chosen, too, whatever they are. */
export function identityChoices(
  { fields }: { readonly fields: readonly (Named & { readonly type: string; readonly isHidden: boolean })[] },
  chosen: readonly string[],
): readonly string[] {
  const typed = fields.filter(({ type, isHidden, toDelete }) => !toDelete && !isHidden && TYPED.has(type));
  const names = ['email', ...typed.map(({ name }) => name), ...chosen];
  return [...new Set(names)].filter((name) => name !== '' && name !== 'id');
}

/** What options are checked against. */
export interface OwnSurroundings {
  readonly stored: Options | undefined;
  /** Names of the fields that are unique by an index; undefined where that is not known yet. */
  readonly isUnique: ((field: string) => boolean) | undefined;
  readonly keepsSecretsBy: KeepsSecretsBy;
}

function identityProblem(options: Options, isUnique: OwnSurroundings['isUnique']): string | undefined {
  if (options['hasPasswords'] !== true) return undefined;
  const names = texts(options['identityFields']);
  if (names.length === 0) return 'Choose at least one field, or switch the sign-in with passwords off.';
  const missing = isUnique ? names.filter((name) => !isUnique(name)) : [];
  return missing.length ? `Needs a unique index of its own: ${missing.join(', ')}.` : undefined;
}

/** Why a number can't be sent; a stored one can't be emptied: the backend would keep it. */
function numberProblem(name: string, value: unknown, before: unknown): string | undefined {
  const limits = ownLimits(name);
  if (!limits || value === before) return undefined;
  // Of a new collection the backend knows it.
  if (value === null) return typeof before === 'number' ? 'Enter a number.' : undefined;
  return limitProblem(String(value), limits);
}

/** What is wrong with how people sign in before it is sent, by `auth.NAME`. What is stored already is valid. */
export function ownProblems(options: Options, around: OwnSurroundings): Problem[] {
  const { stored, isUnique, keepsSecretsBy } = around;
  const problems: Problem[] = [];
  const add = (name: string, text: string | undefined) =>
    text && problems.push({ path: `auth.${name}`, text });
  const isChanged = (names: readonly string[]) =>
    !stored || names.some((name) => !isSameStructure(options[name], stored[name]));
  add('identityFields', identityProblem(options, isUnique));
  if (options['secondFactor.isEnabled'] === true && isChanged(FACTORS) && !hasTwoMethods(options))
    add('secondFactor.isEnabled', 'Needs at least two of the sign-in methods above.');
  for (const [name, value] of Object.entries(options)) add(name, numberProblem(name, value, stored?.[name]));
  const providers = providersOf(options);
  if (!isChanged(['providers'])) return problems;
  const needed = neededSecrets(providers, stored ? providersOf(stored) : [], keepsSecretsBy);
  for (const [at, { name, clientSecret, extra }] of providers.entries()) {
    if (typeof extra === 'string') add(`providers.${at}.extra`, 'Must be a JSON object.');
    if (providers.findIndex((one) => one.name === name) < at)
      add(`providers.${at}.name`, 'Is in the list twice.');
    if (clientSecret === '') add(`providers.${at}.clientSecret`, 'Enter the client secret.');
    else if (isKept(clientSecret)) add(`providers.${at}.clientSecret`, needed.get(at));
  }
  return problems;
}

const TOKEN_TITLES: Readonly<Record<string, string>> = {
  auth: 'Sign-in token',
  passwordReset: 'Password reset token',
  emailChange: 'Email change token',
  verification: 'Verification token',
  file: 'Protected file token',
};
const MAIL_TITLES: Readonly<Record<string, string>> = {
  verification: 'Verification',
  passwordReset: 'Password reset',
  emailChange: 'Confirm email change',
  oneTimePassword: 'One-time password',
  alert: 'Login alert',
};
const tokenTitle = (name: string): string => TOKEN_TITLES[name] ?? name;
export const mailTitle = (name: string): string => MAIL_TITLES[name] ?? name;

const TITLES: Readonly<Record<string, string>> = {
  hasPasswords: 'Sign-in with a password',
  identityFields: 'Identity fields',
  providers: 'OAuth2 providers',
  'mappedFields.id': 'Field for the OAuth2 id',
  'mappedFields.name': 'Field for the OAuth2 full name',
  'mappedFields.username': 'Field for the OAuth2 username',
  'mappedFields.avatar': 'Field for the OAuth2 avatar',
  'oneTimePassword.isEnabled': 'One-time password',
  'oneTimePassword.duration': 'One-time password duration (in seconds)',
  'oneTimePassword.length': 'One-time password length',
  'secondFactor.isEnabled': 'Multi-factor authentication',
  'secondFactor.duration': 'Max duration between two authentications (in seconds)',
  'secondFactor.rule': 'MFA rule',
  hasAlert: 'Send an email alert for new logins',
};

/** The label of an option, outside its input; undefined for an option that is not one of these. */
export function ownTitle(name: string): string | undefined {
  const [kind, owner = '', part] = name.split('.');
  if (kind === 'templates')
    return `${part === 'body' ? 'Body' : 'Subject'} of the "${mailTitle(owner)}" email`;
  if (kind === 'tokens')
    return part === 'secret' ? `${tokenTitle(owner)} secret` : `${tokenTitle(owner)} duration (in seconds)`;
  return TITLES[name];
}

/** Of texts that are shown whole. */
const MAX_SHOWN = 100;

/** The value of an option as text, if it is not shown like all others. A secret never is. */
export function ownText(name: string, value: unknown): string | undefined {
  if (name === 'providers' && Array.isArray(value))
    return value.length
      ? providersOf({ providers: value })
          .map((one) => one.name)
          .join(', ')
      : 'none';
  if (isSecret(name)) return isKept(value) ? 'as it is stored' : 'a new one';
  if (!name.startsWith('templates.') || typeof value !== 'string' || value.length <= MAX_SHOWN)
    return undefined;
  return `${value.slice(0, MAX_SHOWN)}…`;
}

const isList = (value: unknown): value is readonly OwnProvider[] => Array.isArray(value);

/** A change of an option in lines, if it is not said like all others. */
export function ownChanges({
  name,
  from,
  to,
}: Readonly<Record<'from' | 'to', unknown> & { name: string }>): readonly ProviderChange[] | undefined {
  if (name === 'providers' && isList(from) && isList(to)) return providerChanges(from, to);
  const [kind, owner = '', part] = name.split('.');
  if (kind !== 'tokens' || part !== 'secret' || isKept(to)) return undefined;
  return [{ loses: true, text: `New secret of the ${tokenTitle(owner)}: all that were issued end` }];
}
