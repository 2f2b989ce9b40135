import type { FieldType } from './field.ts';

/** What a backend can do, as facts: nothing else asks for its version. What is not known, it can't. */
export interface Capabilities {
  /** Administrators have a picture that they choose. */
  readonly hasAvatars?: boolean;
  /** Name of the collection whose records the administrators are; undefined where they are none. */
  readonly administrators?: string;
  /** It gives administrators a token of any account, for a time. */
  readonly impersonates?: boolean;
  /** It keeps what is left of the sign-ins of each account, and ends all sessions of one. */
  readonly keepsSignIns?: boolean;
  /** What no new record may have as its id, whatever the pattern of its field says. */
  readonly refusedIds?: RegExp;
  /** Another address of an account ends its sessions. */
  readonly emailEndsSessions?: boolean;
  /** An account that is set as verified by hand loses its linked accounts of providers. */
  readonly verifyingUnlinks?: 'yes' | 'perhaps' | undefined;
  /** Each auth collection has providers, mails and tokens of its own; else there are some for all together. */
  readonly hasOwnAuth?: boolean;
  /**
   * Where the secret of a provider stays that a new list of providers leaves out: at its position, whoever stands there
   * now, with its name, or nowhere.
   */
  readonly keepsSecretsBy: 'position' | 'name' | 'nothing' | 'unknown';
  /** It says which providers it knows. */
  readonly listsProviders?: boolean;
  /** The mail after a sign-in at a new place can say where. */
  readonly hasAlertInfo?: boolean;
  /** Types of fields beyond those that every backend has. */
  readonly extraTypes: readonly FieldType[];
  /** Its built-in columns are fields with options, and any field can be hidden from all but administrators. */
  readonly listsBuiltIn?: boolean;
  /** A field has a text for those who fill it in. */
  readonly hasFieldHelp?: boolean;
  /** It deletes all records of a collection at once. */
  readonly truncates?: boolean;
  /** It takes several changes of records in one request, where that is switched on: all are stored or none. */
  readonly sendsBatches?: boolean;
  /** It tries the query of a view without saving it. */
  readonly triesViews?: boolean;
  /** What it has in memory of collections decides what a change does to columns, and can differ from what is stored. */
  readonly hasCollectionMemory?: boolean;
  /** Whether an answer says whether a secret is stored. */
  readonly tellsSecrets?: boolean;
  /** Each question whether the backend is there is an entry of its log. */
  readonly logsHealth?: boolean;
  /** Its scheduled jobs can be listed and started. */
  readonly hasCrons?: boolean;
  /** Administrators can have SQL run, which may also write. */
  readonly runsSql?: boolean;
  /** An emptied password of the mail server stays empty. */
  readonly emptiesMailPassword?: boolean;
  /** Whether the time of a rate limit begins with its first request, or anew with each; undefined without limits. */
  readonly countsRatesFrom?: 'first' | 'last';
  /** The whole log can be deleted at once. */
  readonly deletesLogs?: boolean;
}
