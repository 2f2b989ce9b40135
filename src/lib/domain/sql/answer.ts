/** What a backend answers to a statement. */
export interface SqlAnswer {
  /** Names, of which several may be the same. */
  readonly columns: readonly string[];
  /** In the order of the columns; null for NULL, any other value as text. */
  readonly rows: readonly (readonly (string | null)[])[];
  /** In ms, of the backend. */
  readonly ms: number;
  /** Number of rows that a statement has changed; 0 also where the backend does not say. */
  readonly changed: number;
}

/** The backend cuts more rows off without a word. */
export const MAX_ROWS = 1000;
