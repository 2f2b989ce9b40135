/* Why a backend refuses a request. */

/** What is wrong with one part of what was sent. */
export interface Problem {
  /** The names on the way to the part, joined by dots: `title`, `logs.days`. */
  readonly path: string;
  /** Where it decides something: another record has this value, or a relation names a record that does not exist. */
  readonly reason?: 'taken' | 'dangling' | undefined;
  /** For people. */
  readonly text: string;
}

export interface Refusal {
  /** What the backend says of the whole request; empty without a message. */
  readonly text: string;
  readonly problems: readonly Problem[];
  /** The id of the second step of a sign-in, where only that is missing. */
  readonly step?: string | undefined;
}

/** What is wrong with one collection of an import. */
export interface ImportRefusal {
  /** The backend's words for it, before its details. */
  readonly title: string;
  /** Id of the collection. */
  readonly id: string;
  readonly problems: readonly Problem[];
}
