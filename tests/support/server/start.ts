/** A server of Atoll's, wherever it runs. */
export interface Running {
  readonly url: string;
  /** Everything it has printed so far. */
  output(): string;
  stop(): Promise<void>;
}

/** Starts a server in front of a backend; `env` holds more of its settings. */
export type Start = (backendUrl: string, env?: NodeJS.ProcessEnv) => Promise<Running>;
