import { onStored, readStored, store } from '#browser/storage.ts';
import type { NamedBackend } from '#domain/app/backends.ts';
import { isObject } from '#domain/app/is-object.ts';
import { members, parseJson, text } from '#domain/app/lenient.ts';

/** The administrator of a session as stored, not checked. */
export type StoredModel = Readonly<Record<string, unknown>> | null;

const modelIn = (value: unknown): StoredModel => (isObject(value) ? value : null);

/** Parses the stored JSON; token and model are empty when it is not a session. */
function parse(stored: string | undefined): { token: string; model: StoredModel } {
  // Another program may have stored its own value under this key.
  const { token, model } = members(parseJson(stored));
  return { token: text(token), model: modelIn(model) };
}

/**
 * Keeps the session in local storage, which all tabs share. While storage is full or blocked, it keeps
 * the session in memory: a successful sign-in must not fail.
 */
export class SessionStore {
  readonly #key: string;
  readonly #backend: NamedBackend | undefined;
  readonly #listeners = new Set<() => void>();
  /** The session in memory while it could not be stored. */
  #unstored: ReturnType<typeof parse> | undefined;
  /** What was read last, parsed: every request asks for the token. */
  #last: { readonly text?: string | undefined; readonly session: ReturnType<typeof parse> } = {
    session: parse(undefined),
  };

  /**
   * @param key local storage key
   * @param backend whose session it is; by default the one of this tab
   */
  constructor(key: string, backend?: NamedBackend) {
    this.#key = key;
    this.#backend = backend;
    onStored(key, () => this.#set(undefined), backend);
  }

  #read(): ReturnType<typeof parse> {
    if (this.#unstored) return this.#unstored;
    const text = readStored(this.#key, this.#backend);
    if (text !== this.#last.text) this.#last = { text, session: parse(text) };
    return this.#last.session;
  }

  #set(unstored: ReturnType<typeof parse> | undefined): void {
    this.#unstored = unstored;
    for (const listener of this.#listeners) listener();
  }

  get token(): string {
    return this.#read().token;
  }

  get model(): StoredModel {
    return this.#read().model;
  }

  /** @param admin the administrator; anything but an object is none */
  save(token: string, admin?: unknown): void {
    const model = modelIn(admin);
    const isStored = store(this.#key, JSON.stringify({ token, model }), this.#backend);
    this.#set(isStored ? undefined : { token, model });
  }

  clear(): void {
    store(this.#key, undefined, this.#backend);
    this.#set(undefined);
  }

  /** Calls a function after each change, also by another tab. Returns a function that stops this. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
