import { cleanStores } from 'nanostores';
import { afterEach, expect, test, vi } from 'vitest';
import { $canDock, $isDocked, toggleDocked } from '#stores/records/panel/docked.ts';
import { browser } from '#tests/support/browser-stub.ts';

const KEY = 'atollDockedRecord';

afterEach(() => {
  cleanStores($isDocked, $canDock);
  browser.storage.delete(KEY);
  vi.unstubAllGlobals();
});

test.each([
  ['wide', true],
  ['narrow', false],
])('on %s windows the panel is docked: %s', (_, matches) => {
  vi.stubGlobal('matchMedia', () => ({ matches, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
  const stop = $isDocked.listen(() => {});
  expect($isDocked.get()).toBe(matches);
  stop();
});

test('the choice is remembered', () => {
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  }));
  const stop = $isDocked.listen(() => {});
  toggleDocked();
  expect($isDocked.get()).toBe(false);
  expect(browser.storage.get(KEY)).toBe('0');
  toggleDocked();
  expect($isDocked.get()).toBe(true);
  expect(browser.storage.has(KEY)).toBe(false);
  stop();
});
