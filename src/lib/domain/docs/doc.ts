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

type FieldError = Readonly<Record<'code' | 'message', string>>;
export type FieldErrors = Readonly<Record<string, FieldError>>;

/** The message, with errors of parameters, or one error for each required parameter in the body. */
export type Failure =
  | string
  | { readonly message: string; readonly data: FieldErrors }
  | { readonly message: string; readonly required: FieldError };

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
  /** By status and reason, such as `404 No record has this id.`. */
  readonly failures: Readonly<Record<string, Failure>>;
  readonly event?: unknown;
}
