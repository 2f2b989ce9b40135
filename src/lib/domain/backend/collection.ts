import type { Field, Raw } from './field.ts';

/** In this order in lists. */
export const collectionTypes = ['auth', 'base', 'view'] as const;
export type CollectionType = (typeof collectionTypes)[number];

/** null: administrators only; empty: everyone; else a filter. */
export type Rule = string | null;

/** How people sign in to an auth collection. */
export interface AuthOptions {
  readonly hasPassword: boolean;
  /** Names of the fields by which they are found. */
  readonly identityFields: readonly string[];
  readonly hasOAuth2: boolean;
  /** Undefined where the field of the password says it. */
  readonly minPassword: number | undefined;
  /** Undefined where the field of the address says these. */
  readonly email:
    | {
        readonly isRequired: boolean;
        readonly exceptDomains: readonly string[];
        readonly onlyDomains: readonly string[];
      }
    | undefined;
  /** Undefined where a rule says it. */
  readonly isVerifiedOnly: boolean | undefined;
}

export interface Collection {
  readonly id: string;
  readonly name: string;
  readonly type: CollectionType;
  readonly isSystem: boolean;
  /** In the order of the columns. */
  readonly fields: readonly Field[];
  readonly indexes: readonly string[];
  readonly listRule: Rule;
  readonly viewRule: Rule;
  readonly createRule: Rule;
  readonly updateRule: Rule;
  readonly deleteRule: Rule;
  /** Undefined for what is no auth collection, or a backend without such a rule. */
  readonly manageRule: Rule | undefined;
  readonly authRule: Rule | undefined;
  /** The SELECT of a view. */
  readonly query: string;
  readonly auth: AuthOptions | undefined;
  /** Undefined for one that was never stored. */
  readonly raw: Raw | undefined;
}
