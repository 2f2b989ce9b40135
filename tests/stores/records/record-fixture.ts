import { afterAll, beforeAll, beforeEach } from 'vitest';
import { loadEscapes } from '#api/app/least-version.ts';
import { members, ownOf } from '#domain/app/lenient.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { $askedEscapes } from '#stores/app/capabilities.ts';
import { signIn } from '#stores/app/session.ts';
import { $toasts } from '#stores/app/toasts.ts';
import type { RecordPicker } from '#stores/field-types/record-picker.ts';
import { browser } from '#tests/support/browser-stub.ts';
import { ADMIN_EMAIL, ADMIN_PASSWORD } from '#tests/support/template.ts';
import { readCollection } from '#wire/collections.ts';
import { answerQuestion } from '../answer-question.ts';
import { backend } from '../backend-fixture.ts';
import { removeToasts } from '../toasts.ts';
import { until } from '../until.ts';

export { answerQuestion, backend, browser, until };

beforeAll(async () => {
  await signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
  // The page would find the version out once it is idle.
  if (backend().line === 'pb23') $askedEscapes.set(await loadEscapes());
});
beforeEach(() => {
  removeToasts();
  browser.quota = Number.POSITIVE_INFINITY;
  for (const stored of [browser.storage, browser.tabStorage])
    for (const key of stored.keys()) if (/^(record|collection)_draft/.test(key)) stored.delete(key);
});
afterAll(removeToasts);

/** Parses a collection as the stores do. */
export const toCollection = (collection: unknown): Collection =>
  readCollection(ownOf(members(collection), 'raw') ?? collection);

/** The ids of the records that are selected in a picker, in their order. */
export const chosenIn = ({ $selected }: Pick<RecordPicker, '$selected'>) =>
  $selected.get().map(({ id }) => id);

/** The messages of the visible toasts. */
export const toasts = () => $toasts.get().map((toast) => toast.message);
