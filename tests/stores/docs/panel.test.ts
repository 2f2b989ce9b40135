import { cleanStores } from 'nanostores';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { $isDocsOpen, closeDocs, openDocs } from '#stores/app/popups.ts';
import { go, startRouting } from '#stores/app/route.ts';
import {
  $doc,
  $docTab,
  $docTabs,
  $sdk,
  chooseDocTab,
  chooseSdk,
  type DocLoad,
  loadDoc,
} from '#stores/docs/panel.ts';
import { browser, collectionOf, list, showAddress, signInOffline } from '../offline-fixture.ts';
import { until } from '../until.ts';

const SDK_KEY = 'pb_sdk_preference';
const listRule = '@request.auth.id != ""';
const posts = collectionOf({ id: 'posts', name: 'posts', listRule });
const people = collectionOf({ id: 'people', name: 'people', type: 'auth', listRule });
const members = collectionOf({ id: 'members', name: 'members', type: 'auth', listRule });
const summary = collectionOf({ id: 'summary', name: 'summary', type: 'view' });

const stops: (() => void)[] = [];
beforeEach(() => {
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
const docReady = () => until($doc, (load) => load.state === 'ready');
/** The whole content of a tab. */
const textOf = (load: DocLoad) => JSON.stringify(load);

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

test('[DC-04] shows the chosen tab of the collection on screen after its text has loaded', async () => {
  const seen: string[] = [];
  stops.push($doc.subscribe(({ state }) => seen.push(state)));
  const first = textOf(await docReady());
  expect(seen).toEqual(['busy', 'ready']);
  expect(first).toContain('http://backend.test/base');
  expect(first).toContain('posts');
  chooseDocTab('delete');
  expect($doc.get()).toEqual({ state: 'busy' });
  const second = textOf(await docReady());
  expect(second).not.toBe(first);
  openCollection('people');
  expect(textOf($doc.get())).toContain('people');
  expect($doc.get().state).toBe('ready');
});

test.each([
  ['people', 'people'],
  ['members', 'members'],
  ['posts', 'people'],
])('the samples of %s sign in to %s', async (id, expected) => {
  openCollection(id);
  stops.push($doc.listen(() => {}));
  expect(textOf(await docReady())).toContain(`collection('${expected}').auth`);
});

test('without an auth collection the samples sign in to users', async () => {
  list(posts);
  stops.push($doc.listen(() => {}));
  expect(textOf(await docReady())).toContain("collection('users').auth");
});

test('without a collection nothing is shown or loaded', async () => {
  list();
  stops.push($doc.listen(() => {}));
  await loadDoc();
  expect($doc.get()).toEqual({ state: 'busy' });
});

test('[DC-04] the panel always opens with its first tab', async () => {
  stops.push($doc.listen(() => {}));
  openDocs();
  chooseDocTab('view');
  await docReady();
  openDocs();
  expect($docTab.get()?.id).toBe('view');
  closeDocs();
  expect($docTab.get()?.id).toBe('list');
});
