import type { Collection } from '#domain/collections/collection.ts';
import type { Code, Literal, Literals, Sdk } from './literal.ts';
import type { Placeholders } from './placeholders.ts';

/** A sentence; text between backticks is code. */
export type Prose = string;
/** One paragraph or several; false and empty ones do not apply to the collection. */
export type Paragraphs = Prose | readonly (Prose | false)[];

/** The values from which the texts of a tab are built. */
export interface DocsContext {
  readonly collection: Collection;
  /** The backend's address, with or without a trailing slash. */
  readonly baseUrl: string;
  /** The collection whose users sign in in samples, when a rule needs a signed-in user. */
  readonly authCollection: string;
  /** Values in samples that the reader has to replace. */
  readonly placeholders: Placeholders;
}

/** What a parameter means, with an example in a separate block and, under 'Show details', the meanings of codes. */
interface Row {
  readonly text: Paragraphs;
  readonly example?: string;
  readonly details?: Readonly<Record<string, Prose>>;
}

/** Parameters by their names, as in TypeScript: `name?` may be left out, `name: Type` is another type than a string. */
export type Rows = Readonly<Record<string, Paragraphs | Row>>;

/** Who may call an endpoint. */
export interface Access {
  readonly text: Prose;
  /** The rule itself. */
  readonly rule?: string;
}

/** An endpoint in the table of a version of the backend. */
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
  /** What has the method: the collection with a name, by default the documented one, or another part of the client. */
  readonly on?: string | Code;
  readonly method: string;
  /** The variable that takes the result. */
  readonly result?: string;
  /** The arguments in Dart, if they differ. */
  readonly dart?: Arguments;
  /** Whether each argument has a line. */
  readonly isLong?: boolean;
}

/** A comment, a call, or code. */
export type Line = string | Call | Code | Readonly<Record<Sdk, string>>;

/** A validation error of a parameter. */
type FieldError = Readonly<Record<'code' | 'message', string>>;
export type FieldErrors = Readonly<Record<string, FieldError>>;

/** The message of the backend, with errors of parameters, or the error of each required parameter in the body. */
export type Failure =
  | string
  | { readonly message: string; readonly data: FieldErrors }
  | { readonly message: string; readonly required: FieldError };

/** A tab in the table of a version: an endpoint and what else is said about it. */
export interface DocTab extends Endpoint {
  readonly id: string;
  readonly title: string;
  /** Whether the collection has the endpoint; by default true. */
  readonly isOffered?: boolean;
  /** Whether a divider stands before the tab. */
  readonly divided?: boolean;
  readonly description: Paragraphs;
  /** Parts with an empty line between them. Missing ones do not apply to the collection. */
  readonly sample: readonly (Line | readonly Line[] | undefined)[];
  readonly dartImports?: readonly string[];
  /** An endpoint that is called before. */
  readonly before?: Endpoint;
  /** What the response to an accepted request means, and its body, if it has one. */
  readonly success: readonly [Prose, body?: unknown];
  /** The other responses by status and reason, such as `404 No record has this id.`. */
  readonly failures: Readonly<Record<string, Failure>>;
  /** The data of an event (realtime). */
  readonly event?: unknown;
}
