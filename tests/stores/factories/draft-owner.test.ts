import { afterEach, beforeAll, expect, test } from 'vitest';
import { setRule } from '#domain/collections/editor/values.ts';
import { $session, type Session } from '#stores/app/session.ts';
import { createRecordPanel } from '#stores/records/panel/panel.ts';
import { draftKey, editorOf, made, namesOf, rename } from '../collections/editor/drafts-fixture.ts';
import { browser } from '../records/record-fixture.ts';

let mine: Session | undefined;
beforeAll(() => {
  mine = $session.get();
});
const signInAsFirst = () => $session.set(mine);
const signInAsOther = () => $session.set(mine && { ...mine, admin: { ...mine.admin, id: 'other_admin' } });
afterEach(signInAsFirst);

test('the draft of a record is offered to the administrator who typed it alone, and outlives another’s', async () => {
  const collection = await made();
  const key = `record_draft_${collection.id}_`;
  const first = createRecordPanel({ collection });
  first.set('title', 'typed by the first');
  first.dispose();
  expect(JSON.parse(browser.storage.get(key) ?? '{}')).toMatchObject({
    title: 'typed by the first',
    '@owner': mine?.admin.id,
  });

  signInAsOther();
  const other = createRecordPanel({ collection });
  expect(other.$offeredDraft.get()).toBeUndefined();
  other.set('title', 'typed by the other');
  browser.dispatch('pagehide');
  other.dispose();
  const otherAgain = createRecordPanel({ collection });
  expect(otherAgain.$offeredDraft.get()?.values).toEqual({ title: 'typed by the other' });

  signInAsFirst();
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

test('the same goes for the draft of a collection', async () => {
  const collection = await made();
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

  signInAsFirst();
  const again = editorOf(collection);
  again.restoreDraft();
  expect(namesOf(again)).toEqual(['headline', 'rank']);
  expect(again.$values.get().listRule).toBe(null);
});

test('a draft of nobody known is offered to whoever opens the form, and is theirs once they go on with it', async () => {
  const collection = await made();
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
