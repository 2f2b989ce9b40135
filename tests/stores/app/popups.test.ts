import { atom } from 'nanostores';
import { expect, test } from 'vitest';
import { createPopup } from '#stores/app/popups.ts';
import { go, startRouting } from '#stores/app/route.ts';
import { startStores } from '#tests/stores/start-stores.ts';
import { signInOffline } from '../offline-fixture.ts';

startStores(() => {
  signInOffline();
  return [startRouting()];
});

test('a popup is about something until it is closed, also by another screen', () => {
  go('collections');
  const { $content, open, close } = createPopup<string | undefined>(undefined);
  const stop = $content.listen(() => {});
  open('a');
  expect($content.get()).toBe('a');
  close();
  expect($content.get()).toBeUndefined();
  open('b');
  go('collections', { filter: 'x' });
  expect($content.get()).toBe('b');
  go('logs');
  expect($content.get()).toBeUndefined();
  stop();
});

test('a popup of a part of the address is closed when that changes', () => {
  const $part = atom('one');
  const { $content, open } = createPopup(false, $part);
  const stop = $content.listen(() => {});
  open(true);
  go('collections');
  go('logs');
  expect($content.get()).toBe(true);
  $part.set('two');
  expect($content.get()).toBe(false);
  stop();
});
