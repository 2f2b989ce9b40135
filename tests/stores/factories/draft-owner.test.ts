import { afterEach, beforeAll, expect, test } from 'vitest';
import { setRule } from '#domain/collections/editor/values.ts';
import { $session, type Session } from '#stores/app/session.ts';
import { createRecordPanel } from '#stores/records/panel/panel.ts';
import { createStored, draftKey, editorOf, namesOf, rename } from '../collections/editor/drafts-fixture.ts';
import { browser } from '../records/record-fixture.ts';

let firstSession: Session | undefined;
beforeAll(() => {
  firstSession = $session.get();
});
const restoreFirstSession = () => $session.set(firstSession);
const signInAsOther = () =>
  $session.set(firstSession && { ...firstSession, admin: { ...firstSession.admin, id: 'other_admin' } });
afterEach(restoreFirstSession);

test('a draft of a record is only offered to the administrator who typed it, and survives the draft of another', async () => {
  const collection = await createStored();
  const key = `record_draft_${collection.id}_`;
  const first = createRecordPanel({ collection });
  first.set('title', 'typed by the first');
  first.dispose();
  expect(JSON.parse(browser.storage.get(key) ?? '{}')).toMatchObject({
    title: 'typed by the first',
    '@line': 'pb22',
    '@owner': firstSession?.admin.id,
  });

  signInAsOther();
  const other = createRecordPanel({ collection });
  expect(other.$offeredDraft.get()).toBeUndefined();
  other.set('title', 'typed by the other');
  browser.dispatch('pagehide');
  other.dispose();
  const otherAgain = createRecordPanel({ collection });
  expect(otherAgain.$offeredDraft.get()?.values).toEqual({ title: 'typed by the other' });

  restoreFirstSession();
  otherAgain.dispose();
  const firstAgain = createRecordPanel({ collection });
  expect(firstAgain.$offeredDraft.get()?.values).toEqual({ title: 'typed by the first' });
  firstAgain.restoreDraft();
  expect(await firstAgain.save()).toBe(true);

  signInAsOther();
  const last = createRecordPanel({ collection });
  expect(last.$offeredDraft.get()?.values).toEqual({ title: 'typed by the other' });
  last.discardDraft();
  last.dispose();
  expect([...browser.storage.keys()].filter((name) => name.startsWith('record_draft_'))).toEqual([]);
});

test('a draft of a collection is only offered to the administrator who typed it', async () => {
  const collection = await createStored();
  const first = editorOf(collection);
  rename(first, 'title', 'headline');
  first.dispose();
  const stored = browser.storage.get(draftKey(collection));

  signInAsOther();
  const other = editorOf(collection);
  expect(other.$offeredDraft.get()).toBeUndefined();
  other.edit((draft) => setRule(draft, 'listRule', 'rank > 1'), 'listRule');
  other.dispose();
  expect(browser.storage.get(draftKey(collection))).toBe(stored);

  restoreFirstSession();
  const again = editorOf(collection);
  again.restoreDraft();
  expect(namesOf(again)).toEqual(['headline', 'rank']);
  expect(again.$values.get().listRule).toBe(null);
});

test('a draft without an owner is offered to any administrator, and then belongs to the one who edits it', async () => {
  const collection = await createStored();
  const key = `record_draft_${collection.id}_`;
  browser.storage.set(key, JSON.stringify({ title: 'old' }));
  const panel = createRecordPanel({ collection });
  panel.restoreDraft();
  expect(panel.$values.get()['title']).toBe('old');
  panel.set('rank', '1');
  panel.dispose();
  signInAsOther();
  const other = createRecordPanel({ collection });
  expect(other.$offeredDraft.get()).toBeUndefined();
  other.dispose();
});
