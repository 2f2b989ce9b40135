import { type AuthModel, BaseAuthStore } from 'pocketbase';
import { readStored, store } from '#browser/storage.ts';
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
  /** Whether the session in memory could not be stored. */
  #isUnstored = false;

  /** @param key local storage key */
  constructor(key: string) {
    super();
    this.#key = key;
    window.addEventListener('storage', (event) => {
      // Without a key, all of the storage was cleared.
      if (event.key !== null && event.key !== key) return;
      this.#isUnstored = false;
      super.save(this.token, this.model);
    });
  }

  override get token(): string {
    return this.#isUnstored ? this.baseToken : parse(readStored(this.#key)).token;
  }

  override get model(): AuthModel {
    return this.#isUnstored ? this.baseModel : parse(readStored(this.#key)).model;
  }

  override save(token: string, model?: AuthModel): void {
    this.#isUnstored = !store(this.#key, JSON.stringify({ token, model }));
    super.save(token, model);
  }

  override clear(): void {
    this.#isUnstored = false;
    store(this.#key, undefined);
    super.clear();
  }
}
