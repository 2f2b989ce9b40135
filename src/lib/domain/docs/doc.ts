import type { Collection } from '#domain/collections/collection.ts';

export type { Rule } from '#domain/collections/collection.ts';

import type { Placeholders } from './placeholders.ts';

/** The client libraries that have samples. */
export const sdks = ['javascript', 'dart'] as const;
export type Sdk = (typeof sdks)[number];

/** A sentence; what stands between backticks is code. */
export type Prose = string;

/** What the texts of a tab are made of. */
export interface DocsContext {
  readonly collection: Collection;
  /** The backend's address; a slash at its end doesn't matter. */
  readonly baseUrl: string;
  /** The collection whose users sign in where a rule asks who is signed in. */
  readonly authCollection: string;
  /** What stands in samples for values that nobody can know beforehand. */
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
  /** Of a body parameter: whether it must be sent. */
  readonly required?: boolean;
  readonly text: readonly Prose[];
  /** An example in a block of its own. */
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
  /** Said where a tab has several endpoints. */
  readonly text?: Prose;
  readonly access: readonly Access[];
  readonly tables: readonly ParamTable[];
}

/** What the backend answers; no body where it sends none. */
export interface Answer {
  readonly status: number;
  /** When it does so. */
  readonly text: Prose;
  readonly body?: unknown;
}

/** Everything one tab shows below its heading. */
export interface Doc {
  readonly description: readonly Prose[];
  readonly samples: Readonly<Record<Sdk, string>>;
  readonly endpoints: readonly Endpoint[];
  readonly answers: readonly Answer[];
  /** What the backend sends by itself (realtime). */
  readonly event?: unknown;
}

/** What a tab's module exports as `build`. */
export type DocBuilder = (context: DocsContext) => Doc;
