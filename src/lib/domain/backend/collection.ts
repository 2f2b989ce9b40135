import type { JsonObject } from '#domain/app/lenient.ts';
import type { Field, FieldRole, Raw } from './field.ts';
import type { AtPaths, MailTemplate, Provider, TemplateName, Token } from './settings.ts';

/** In this order in lists. */
export const collectionTypes = ['auth', 'base', 'view'] as const;
export type CollectionType = (typeof collectionTypes)[number];

/** null: administrators only; empty: everyone; else a filter. */
export type Rule = string | null;

/** A rule that collections of every type may have. */
export type CollectionRule = 'listRule' | 'viewRule' | 'createRule' | 'updateRule' | 'deleteRule';

/** How people sign in to an auth collection. */
export interface AuthOptions {
  /** Names of the fields by which they are found; none without passwords. */
  readonly identityFields: readonly string[];
  readonly hasOAuth2: boolean;
  readonly minPassword: number | null;
  /** Of the address of an account. */
  readonly exceptDomains: readonly string[];
  readonly onlyDomains: readonly string[];
  readonly isEmailRequired: boolean;
  readonly isVerifiedOnly: boolean;
  /**
   * Undefined where a backend has it for all collections together, as a setting, or not at all; and until the code that
   * edits or compares collections is there.
   */
  readonly own?: OwnAuthOptions | undefined;
}

/** A provider of sign-in by OAuth2, of one auth collection. */
export interface OwnProvider extends Omit<Provider, 'isEnabled'> {
  readonly name: string;
  /** What only some providers have, as JSON. */
  readonly extra: Readonly<Record<string, unknown>>;
}

/** What a token of one auth collection is for. */
export type OwnToken = 'auth' | TemplateName | 'file';
/** What a mail to the accounts of one auth collection is for. */
export type OwnTemplate = TemplateName | 'oneTimePassword' | 'alert';

interface Factor {
  readonly isEnabled: boolean;
  /** Seconds: how long a password is valid, or most between the two factors. */
  readonly duration: number | null;
}

/**
 * How people sign in to one collection, and what it sends them, by path, such as `tokens.auth.duration`. A number is null
 * while a new collection has the backend's own.
 */
export type OwnAuthOptions = {
  readonly hasPasswords: boolean;
  /** Names of the fields by which they are found, also while nobody signs in with a password. */
  readonly identityFields: readonly string[];
  /** In the order in which people see them. */
  readonly providers: readonly OwnProvider[];
  /** A mail after a sign-in at a new place. */
  readonly hasAlert: boolean;
} & AtPaths<
  'mappedFields',
  /** Names of the fields that a new account gets filled from its provider; '' for none. */
  Readonly<Record<'id' | 'name' | 'username' | 'avatar', string>>
> &
  AtPaths<'oneTimePassword', Factor & { /** Digits. */ readonly length: number | null }> &
  /** Asked of the accounts of this rule; empty: of all. */
  AtPaths<'secondFactor', Factor & { readonly rule: string }> &
  AtPaths<`tokens.${OwnToken}`, Pick<Token, 'secret'> & { readonly duration: number | null }> &
  AtPaths<`templates.${OwnTemplate}`, Pick<MailTemplate, 'subject' | 'body'>>;

export interface Collection extends Readonly<Record<CollectionRule, Rule>> {
  readonly id: string;
  /** When it was made and last saved, as the backend has it. */
  readonly created: string;
  readonly updated: string;
  readonly name: string;
  readonly type: CollectionType;
  readonly isSystem: boolean;
  /** All columns, in their order. */
  readonly fields: readonly Field[];
  readonly indexes: readonly string[];
  /** Who may manage all accounts; undefined for what is no auth collection. */
  readonly manageRule?: Rule | undefined;
  /** Which accounts may sign in, null: none; undefined where a backend has no such rule. */
  readonly authRule?: Rule | undefined;
  /** The SELECT of a view. */
  readonly query?: string | undefined;
  readonly auth?: AuthOptions | undefined;
  /** Undefined for one that was never stored. */
  readonly raw: Raw | undefined;
}

/** What the query of a view gives: its columns, and some rows of it. */
export interface ViewTrial {
  readonly fields: readonly Field[];
  readonly rows: readonly JsonObject[];
}

/** What a new collection of a type begins with, where that is not the same everywhere. */
export interface FirstParts extends Pick<Collection, 'auth' | 'authRule'> {
  readonly fields?: readonly Field[];
}

/** The fields that people have made. */
export const ownFields = ({ fields }: Pick<Collection, 'fields'>): readonly Field[] =>
  fields.filter(({ isBuiltIn }) => !isBuiltIn);

/** The fields that the backend lists, whose options can be changed: people's own, and of the built-in ones those it lists. */
export const listedFields = ({ fields }: Pick<Collection, 'fields'>): readonly Field[] =>
  fields.filter(({ isBuiltIn, raw }) => !isBuiltIn || raw);

/** The field that means this to the backend, whatever its name. */
export const fieldWith = ({ fields }: Pick<Collection, 'fields'>, role: FieldRole): Field | undefined =>
  fields.find((field) => field.role === role);

/** All columns, with these in place of those that the backend lists. */
export const withListedFields = (fields: readonly Field[], listed: readonly Field[]): readonly Field[] =>
  withOwnFields(
    fields.filter(({ isBuiltIn, raw }) => isBuiltIn && !raw),
    listed,
  );

/** All columns, with these in place of the own ones. */
export function withOwnFields(fields: readonly Field[], own: readonly Field[]): readonly Field[] {
  const invented = fields.filter(({ isBuiltIn }) => isBuiltIn);
  const dates = invented.findIndex(({ role }) => role === 'created' || role === 'updated');
  return dates < 0 ? [...invented, ...own] : invented.toSpliced(dates, 0, ...own);
}
