import { cleanStores } from 'nanostores';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { $isDocsOpen, closeDocs, openDocs } from '#stores/app/popups.ts';
import { go, startRouting } from '#stores/app/route.ts';
import { $doc, $docTab, $docTabs, $sdk, chooseDocTab, chooseSdk, loadDocs } from '#stores/docs/panel.ts';
import { browser, collectionOf, list, showAddress, signInOffline } from '../offline-fixture.ts';

const SDK_KEY = 'pb_sdk_preference';
const listRule = '@request.auth.id != ""';
const posts = collectionOf({ id: 'posts', name: 'posts', listRule });
const people = collectionOf({ id: 'people', name: 'people', type: 'auth', listRule });
const members = collectionOf({ id: 'members', name: 'members', type: 'auth', listRule });
const summary = collectionOf({ id: 'summary', name: 'summary', type: 'view' });

const stops: (() => void)[] = [];
beforeEach(async () => {
  await loadDocs();
  browser.backend = 'http://backend.test/base';
  browser.storage.clear();
  signInOffline();
  stops.push(startRouting());
  list(posts, people, members, summary);
  openCollection('posts');
  chooseDocTab('list');
});
afterEach(() => {
  for (const stop of stops.splice(0).toReversed()) stop();
  closeDocs();
  cleanStores($sdk);
});

const openCollection = (id: string) => showAddress(`#/collections?collectionId=${id}`);
/** The whole content of the tab on screen. */
const docText = () => JSON.stringify($doc.get());

test('[DC-01] opens, and closes when another screen opens', () => {
  stops.push($isDocsOpen.listen(() => {}));
  openDocs();
  expect($isDocsOpen.get()).toBe(true);
  showAddress('#/collections?collectionId=posts&filter=a');
  expect($isDocsOpen.get()).toBe(true);
  go('logs');
  expect($isDocsOpen.get()).toBe(false);
  openDocs();
  closeDocs();
  expect($isDocsOpen.get()).toBe(false);
});

test('[DC-06] starts with JavaScript and stores another choice', () => {
  stops.push($sdk.listen(() => {}));
  expect($sdk.get()).toBe('javascript');
  chooseSdk('dart');
  expect($sdk.get()).toBe('dart');
  expect(browser.storage.get(SDK_KEY)).toBe('dart');
});

test.each([
  ['dart', 'dart'],
  ['javascript', 'javascript'],
  ['cobol', 'javascript'],
])('[DC-06] a stored %s is read as %s', (stored, expected) => {
  browser.storage.set(SDK_KEY, stored);
  stops.push($sdk.listen(() => {}));
  expect($sdk.get()).toBe(expected);
});

test('[DC-06] follows the choice of another tab while it has a listener', () => {
  const stop = $sdk.listen(() => {});
  browser.storeElsewhere(SDK_KEY, 'dart');
  expect($sdk.get()).toBe('dart');
  browser.storeElsewhere('another key', 'javascript');
  expect($sdk.get()).toBe('dart');
  browser.storeElsewhere(SDK_KEY);
  expect($sdk.get()).toBe('javascript');
  stop();
  cleanStores($sdk);
  const before = $sdk.value;
  browser.storeElsewhere(SDK_KEY, 'dart');
  expect($sdk.value).toBe(before);
});

test('[DC-01] [DC-03] offers the tabs of the collection on screen', () => {
  const ids = () => $docTabs.get().map(({ id }) => id);
  expect(ids()).toEqual(['list', 'view', 'create', 'update', 'delete', 'realtime']);
  openCollection('summary');
  expect(ids()).toEqual(['list', 'view']);
  list();
  expect(ids()).toEqual([]);
  expect($docTab.get()).toBeUndefined();
});

test('keeps the chosen tab when the next collection has it, else shows the first tab', () => {
  chooseDocTab('create');
  expect($docTab.get()?.id).toBe('create');
  openCollection('people');
  expect($docTab.get()?.id).toBe('create');
  openCollection('summary');
  expect($docTab.get()?.id).toBe('list');
});

test('[DC-04] shows only the chosen tab of the collection on screen', () => {
  stops.push($doc.listen(() => {}));
  const first = docText();
  expect(first).toContain('http://backend.test/base');
  expect(first).toContain('posts');
  chooseDocTab('delete');
  const second = docText();
  expect(second).not.toBe(first);
  openCollection('people');
  expect(docText()).toContain('people');
});

test.each([
  ['people', 'people'],
  ['members', 'members'],
  ['posts', 'people'],
])('the samples of %s sign in to %s', (id, expected) => {
  openCollection(id);
  stops.push($doc.listen(() => {}));
  expect(docText()).toContain(`collection('${expected}').auth`);
});

test('without an auth collection the samples sign in to users', () => {
  list(posts);
  stops.push($doc.listen(() => {}));
  expect(docText()).toContain("collection('users').auth");
});

test('without a collection nothing is shown', () => {
  list();
  expect($doc.get()).toBeUndefined();
});

test('[DC-04] the panel always opens with its first tab', () => {
  stops.push($doc.listen(() => {}));
  openDocs();
  chooseDocTab('view');
  openDocs();
  expect($docTab.get()?.id).toBe('view');
  closeDocs();
  expect($docTab.get()?.id).toBe('list');
});
