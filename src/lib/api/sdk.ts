import PocketBase, { BaseAuthStore, type SendOptions } from 'pocketbase';
import { readOnlyBy } from '#browser/read-only.ts';
import type { SessionStore } from './client.ts';
import { checkedPath } from './path.ts';
import { refuseWrite } from './read-only.ts';
import { checkedFetch } from './response.ts';

class SdkSession extends BaseAuthStore {
  readonly #store: SessionStore;

  constructor(store: SessionStore) {
    super();
    this.#store = store;
    store.onChange(() => this.triggerChange());
  }

  override get token(): string {
    return this.#store.token;
  }

  override get model(): SessionStore['model'] {
    return this.#store.model;
  }

  override save(token: string, model?: SessionStore['model']): void {
    this.#store.save(token, model);
  }

  override clear(): void {
    this.#store.clear();
  }
}

/** The client that PocketBase offers to apps. Like our own, it refuses other paths and what it can't read. */
class Sdk extends PocketBase {
  override async send<T>(path: string, options: SendOptions): Promise<T> {
    const target = checkedPath(path);
    const { method = 'GET' } = options;
    const readOnly = readOnlyBy();
    if (readOnly) refuseWrite(readOnly, method, target);
    const checked = checkedFetch(this.baseUrl, method, options.fetch ?? fetch);
    // Nothing is cancelled but what the SDK gives a key: topics of a live connection that closes, else a 404.
    const { requestKey = null } = options;
    return super.send(target, { ...options, requestKey, fetch: checked });
  }
}

export type SdkClient = PocketBase;

const clients = new Map<SessionStore, SdkClient>();

/** The SDK's client for a backend and its stored session, one for each. */
export function sdk({ baseUrl, session }: { baseUrl: string; session: SessionStore }): SdkClient {
  const known = clients.get(session);
  if (known) return known;
  const client = new Sdk(baseUrl, new SdkSession(session), navigator.language);
  clients.set(session, client);
  return client;
}
