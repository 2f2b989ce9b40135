import { type AuthModel, BaseAuthStore } from 'pocketbase';
import { onStored, readStored, store } from '#browser/storage.ts';
import type { NamedBackend } from '#domain/app/backends.ts';
import { members, parseJson } from '#domain/app/lenient.ts';

/** Parses the stored JSON; token and model are empty when it is not a session. */
function parse(text: string | undefined): { token: string; model: AuthModel } {
  // Another program may have stored its own value under this key.
  const { token, model } = members(parseJson(text));
  return {
    token: typeof token === 'string' ? token : '',
    model: typeof model === 'object' ? model : null,
  };
}

/**
 * Keeps the session in local storage, which all tabs share. While storage is full or blocked, it keeps
 * the session in memory; the client's own store would throw, and a successful sign-in would fail.
 */
export class SessionStore extends BaseAuthStore {
  readonly #key: string;
  readonly #backend: NamedBackend | undefined;
  /** Whether the session in memory could not be stored. */
  #isUnstored = false;

  /**
   * @param key local storage key
   * @param backend whose session it is; by default the one of this tab
   */
  constructor(key: string, backend?: NamedBackend) {
    super();
    this.#key = key;
    this.#backend = backend;
    const readAgain = () => {
      this.#isUnstored = false;
      super.save(this.token, this.model);
    };
    onStored(key, readAgain, backend);
  }

  #read(): ReturnType<typeof parse> {
    return parse(readStored(this.#key, this.#backend));
  }

  override get token(): string {
    return this.#isUnstored ? this.baseToken : this.#read().token;
  }

  override get model(): AuthModel {
    return this.#isUnstored ? this.baseModel : this.#read().model;
  }

  override save(token: string, model?: AuthModel): void {
    this.#isUnstored = !store(this.#key, JSON.stringify({ token, model }), this.#backend);
    super.save(token, model);
  }

  override clear(): void {
    this.#isUnstored = false;
    store(this.#key, undefined, this.#backend);
    super.clear();
  }
}
