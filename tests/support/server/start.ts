/** A running server of Atoll, in any process. */
export interface Running {
  readonly url: string;
  /** All output so far. */
  output(): string;
  stop(): Promise<void>;
}

/** Starts a server in front of a backend; `env` contains further settings. */
export type Start = (backendUrl: string, env?: NodeJS.ProcessEnv) => Promise<Running>;
