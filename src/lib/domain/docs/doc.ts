import type { Collection } from '#domain/collections/collection.ts';
import type { Placeholders } from './placeholders.ts';

/** The client libraries that have samples. */
export const sdks = ['javascript', 'dart'] as const;
export type Sdk = (typeof sdks)[number];

/** A sentence; text between backticks is code. */
export type Prose = string;

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

/** A line under 'Show details'. */
export interface Detail {
  readonly code: string;
  readonly text: Prose;
}

export interface Param {
  readonly name: string;
  readonly type: string;
  /** For body parameters: whether the parameter is required. */
  readonly required?: boolean;
  readonly text: readonly Prose[];
  /** An example in a separate block. */
  readonly example?: string;
  readonly details?: readonly Detail[];
}

export interface ParamTable {
  readonly title: 'Path parameters' | 'Query parameters' | 'Body parameters';
  readonly params: readonly Param[];
}

/** Who may call an endpoint. */
export interface Access {
  readonly text: Prose;
  /** The rule itself. */
  readonly rule?: string;
}

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** Shown when a tab has several endpoints. */
  readonly text?: Prose;
  readonly access: readonly Access[];
  readonly tables: readonly ParamTable[];
}

/** A response of the backend; without `body` if the response has none. */
export interface DocResponse {
  readonly status: number;
  /** When the backend sends it. */
  readonly text: Prose;
  readonly body?: unknown;
}

/** The content of a tab below its heading. */
export interface Doc {
  readonly description: readonly Prose[];
  readonly samples: Readonly<Record<Sdk, string>>;
  readonly endpoints: readonly Endpoint[];
  readonly responses: readonly DocResponse[];
  /** The data of an event (realtime). */
  readonly event?: unknown;
}

/** The function that writes a tab. */
export type DocBuilder = (context: DocsContext) => Doc;
