import { beforeAll, describe, inject } from 'vitest';
import type { Refusal } from '#domain/backend/problem.ts';
import type { ApiRequest, BackendRequest } from '#domain/backend/request.ts';
import { type CollectionInput, completeCollection } from '#scripts/lib/schema.ts';
import { ADMIN_EMAIL, ADMIN_PASSWORD } from '#tests/support/template.ts';
import '#tests/support/browser-stub.ts';
import { HttpClient } from '#api/client.ts';
import { RequestError } from '#api/request-error.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { setLine } from '#wire/choose.ts';
import { saveCollectionRequest } from '#wire/collection-saves.ts';
import { readCollection } from '#wire/collections.ts';
import { chooseEscapes } from '#wire/escapes.ts';
import { readSession, signInRequest } from '#wire/identities.ts';
import { readRefusal } from '#wire/problems.ts';
import { saveRecordRequest } from '#wire/records.ts';
import { type Answer, documented, type FactName } from './facts.ts';

type Asked = BackendRequest | ApiRequest;
type Json = Readonly<Record<string, unknown>>;

/** What the tests ask a backend for: the requests of the wire, sent by the transport. */
export interface Port {
  readonly url: string;
  /** What `docs/capabilities.md` says of this version. */
  says(fact: FactName): Answer;
  /** Whether it says yes. */
  has(fact: FactName): boolean;
  /** As the administrator, or with another token; '' is a guest. */
  send<T = Json>(request: Asked, token?: string): Promise<T>;
  /** What a refusal says, and its status; throws when the request is accepted. */
  refusal(request: Asked, token?: string): Promise<Refusal & { readonly status: number }>;
  create(input: CollectionInput): Promise<Collection>;
  /** Creates a record, or changes the one with this id. */
  save(collection: string, values: object, id?: string): Promise<Json & { readonly id: string }>;
}

const tokens = new Map<string, Promise<string>>();

function portAt(url: string, version: string): Port {
  const clientOf = (given: string) => new HttpClient(url, { token: given });
  const ask = <T>(request: Asked, given: string) =>
    clientOf(given).send<T>(request.path, { ...request, signal: new AbortController().signal });
  const signIn = async () =>
    readSession(await ask(signInRequest(ADMIN_EMAIL, ADMIN_PASSWORD), '')).token ?? '';
  const port: Port = {
    url,
    says: (fact) => documented(version)(fact),
    has: (fact) => port.says(fact) === true,
    async send(request, given) {
      const token = tokens.get(url) ?? signIn();
      tokens.set(url, token);
      return ask(request, given ?? (await token));
    },
    async refusal(request, given) {
      const thrown: unknown = await port.send(request, given).catch((error: unknown) => error);
      if (!(thrown instanceof RequestError)) throw new Error(`Accepted: ${JSON.stringify(request)}`);
      return { ...readRefusal(thrown.response), status: thrown.status };
    },
    create: async (input) =>
      readCollection(await port.send(saveCollectionRequest(undefined, completeCollection(input)))),
    save: (collection, values, id) => port.send(saveRecordRequest(collection, id, values)),
  };
  return port;
}

/** Runs tests against every version at hand. */
export const onEach = (run: (port: Port, version: string) => void): void => {
  describe.each(inject('backends'))('PocketBase %s', (version, line, url) => {
    beforeAll(() => {
      setLine(line);
      chooseEscapes(version);
    });
    run(portAt(url, version), version);
  });
};
