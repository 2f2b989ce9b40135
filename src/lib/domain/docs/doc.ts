import type { Collection } from '#domain/backend/collection.ts';
import type { Code, Literal, Literals, Sdk } from './literal.ts';
import type { Placeholders } from './placeholders.ts';

/** A sentence; text between backticks is code. */
export type Prose = string;
/** One paragraph or several; false and empty ones do not apply to the collection. */
export type Paragraphs = Prose | readonly (Prose | false)[];

export interface DocsContext {
  readonly collection: Collection;
  /** The backend's address, with or without a trailing slash. */
  readonly baseUrl: string;
  /** The collection whose users sign in in samples, when a rule needs a signed-in user. */
  readonly authCollection: string;
  readonly placeholders: Placeholders;
  readonly line: DocsLine;
}

/** The example stands in a block of its own, the meanings of codes under 'Show details'. */
interface Row {
  readonly text: Paragraphs;
  readonly example?: string;
  readonly details?: Readonly<Record<string, Prose>>;
}

/** By names as in TypeScript: `name?` may be left out, `name: Type` is another type than a string. */
export type Rows = Readonly<Record<string, Paragraphs | Row>>;

export interface Access {
  readonly text: Prose;
  readonly rule?: string;
}

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** Shown when a tab has several endpoints. */
  readonly text?: Prose;
  readonly access?: readonly Access[];
  readonly pathParams?: Rows;
  readonly body?: Rows;
  readonly query?: Rows;
}

export interface Arguments {
  readonly args?: readonly Literal[];
  /** Members of an object, the last argument, in JavaScript; named arguments in Dart. */
  readonly named?: Literals;
}

/** A call: `const record = await pb.collection('posts').getOne('RECORD_ID');`. */
export interface Call extends Arguments {
  /** The collection of this name, or another part of the client; by default the documented collection. */
  readonly on?: string | Code;
  readonly method: string;
  readonly result?: string;
  readonly dart?: Arguments;
  readonly isLong?: boolean;
}

export type Line = string | Call | Code | Readonly<Record<Sdk, string>>;

interface FieldError {
  readonly code: string;
  readonly message: string;
  readonly params?: Readonly<Record<string, number>>;
}
export type FieldErrors = Readonly<Record<string, FieldError>>;

/** The message, with errors of parameters, or one error for each required parameter in the body; or another body. */
export type Failure =
  | string
  | { readonly message: string; readonly data: object }
  | { readonly message: string; readonly required: FieldError }
  | { readonly body: object };

/** By status and reason, such as `404 No record has this id.`. */
export type Failures = Readonly<Record<string, Failure>>;

export interface DocTab extends Endpoint {
  readonly id: string;
  readonly title: string;
  /** The collection has the endpoint; true by default. */
  readonly isOffered?: boolean;
  readonly divided?: boolean;
  readonly description: Paragraphs;
  /** Parts with an empty line between them; undefined ones do not apply to the collection. */
  readonly sample: readonly (Line | readonly Line[] | undefined)[];
  readonly dartImports?: readonly string[];
  readonly before?: Endpoint;
  /** What the response means, and its body, if it has one. */
  readonly success: readonly [Prose, body?: unknown];
  readonly failures: Failures;
  readonly event?: unknown;
}

/** What a line of PocketBase says in its own words, or has alone. */
export interface DocsLine {
  readonly administrator: 'admin' | 'superuser';
  /** Where one signs in, in samples: a collection or a part of the client. */
  readonly administrators: string | Code;
  /** The expression of the client for the id of the signed-in account. */
  readonly ownId: string;
  /** Replace those of all lines. */
  readonly placeholders: Partial<Placeholders>;
  readonly failureBody: (status: number, message: string, data: object) => object;
  /** Of a request whose parameters are not valid, and of one whose e-mail address is not. */
  readonly invalid: string;
  readonly invalidAddress: string;
  readonly tokenMissing: string;
  readonly list: {
    readonly maxPerPage: number;
    readonly sortLimit?: Prose;
    readonly filterLimit?: Prose;
    /** Keys to sort by, beside `@random` and the fields; the first one is used where records have no date. */
    readonly sortKeys: (collection: Collection) => readonly string[];
  };
  readonly write: {
    readonly maxPassword: number;
    readonly id: (collection: Collection) => Prose;
    /** What a new value of a file field does, and how files are removed. */
    readonly files: (name: string, isMany: boolean) => Prose;
    /** The key by which an update adds files to a list of them. */
    readonly addedFiles: (name: string) => string;
    readonly createFailed: (collection: Collection) => string;
    readonly updateFailed: string;
    readonly required: FieldError;
    readonly wrongId: (collection: Collection) => FieldError;
    readonly changedId: FieldError;
  };
  readonly account: {
    /** What identifies an account at a sign-in with a password; '' if it has none. */
    readonly identity: (collection: Collection) => string;
    /** Which accounts may sign in, where not all may. */
    readonly only: (
      collection: Collection,
    ) => Readonly<Record<'text' | 'reason' | 'message' | 'refresh', string>> | undefined;
    /** Of a request whose provider or code is missing. */
    readonly providerMissing: string;
    readonly redirect: Rows;
    readonly meta: object;
  };
  /** Of all collections but views, behind the others. */
  readonly moreTabs: (context: DocsContext) => readonly DocTab[];
  readonly accountTabs: (context: DocsContext) => readonly DocTab[];
}
