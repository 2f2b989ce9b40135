import { currentBackend } from '#browser/backends.ts';
import { onStored, readStored, store } from '#browser/storage.ts';
import type { NamedBackend } from '#domain/app/backends.ts';
import { isObject } from '#domain/app/is-object.ts';
import { members, parseJson, text } from '#domain/app/lenient.ts';

/** The administrator of a session as stored, not checked. */
export type StoredModel = Readonly<Record<string, unknown>> | null;

const modelIn = (value: unknown): StoredModel => (isObject(value) ? value : null);

interface StoredSession {
  readonly token: string;
  readonly model: StoredModel;
}

const NONE: StoredSession = { token: '', model: null };

/**
 * Keeps the session in local storage, which all tabs share. While storage is full or blocked, it keeps
 * the session in memory: a successful sign-in must not fail.
 *
 * With a list of backends, a session belongs to an address, because another backend may have the name by now: one of another
 * address is none, and stays stored for the tabs of its page.
 */
export class SessionStore {
  readonly #key: string;
  readonly #backend: NamedBackend | undefined;
  readonly #listeners = new Set<() => void>();
  /** The session in memory while it could not be stored. */
  #unstored: StoredSession | undefined;
  /** The text that was read last, and the own session in it or before it: every request asks for the token. */
  #last: { readonly text?: string | undefined; readonly session: StoredSession } = { session: NONE };

  /**
   * @param key local storage key
   * @param backend whose session it is; by default the one of this tab
   */
  constructor(key: string, backend?: NamedBackend) {
    this.#key = key;
    this.#backend = backend;
    onStored(key, () => this.#set(undefined), backend);
  }

  /** The address in a stored session; undefined without a list. */
  #url(): string | undefined {
    return (this.#backend ?? currentBackend())?.url;
  }

  /** Parses the stored JSON; undefined when it is the session of another address. */
  #parse(stored: string | undefined): StoredSession | undefined {
    // Another program may have stored its own value under this key.
    const { token, model, url } = members(parseJson(stored));
    return token && url !== this.#url() ? undefined : { token: text(token), model: modelIn(model) };
  }

  #read(): StoredSession {
    if (this.#unstored) return this.#unstored;
    const stored = readStored(this.#key, this.#backend);
    if (stored !== this.#last.text)
      this.#last = { text: stored, session: this.#parse(stored) ?? this.#last.session };
    return this.#last.session;
  }

  #set(unstored: StoredSession | undefined): void {
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
    const isStored = store(this.#key, JSON.stringify({ token, model, url: this.#url() }), this.#backend);
    this.#set(isStored ? undefined : { token, model });
  }

  clear(): void {
    const isOwn = this.#parse(readStored(this.#key, this.#backend)) !== undefined;
    if (isOwn) store(this.#key, undefined, this.#backend);
    this.#last = { session: NONE };
    this.#set(undefined);
  }

  /** Calls a function after each change, also by another tab. Returns a function that stops this. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
