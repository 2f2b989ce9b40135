import { cleanStores } from 'nanostores';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { $theme, setTheme, startTheme } from '#stores/app/theme.ts';
import { browser } from '#tests/support/browser-stub.ts';

const KEY = 'atollTheme';
const html = document.documentElement;

/** The media query of the system's theme. */
const system = Object.assign(new EventTarget(), { matches: false });
function setSystem(isDark: boolean) {
  system.matches = isDark;
  system.dispatchEvent(new Event('change'));
}

let stop = () => {};
beforeEach(() => {
  browser.storeElsewhere(KEY);
  system.matches = false;
  vi.stubGlobal('matchMedia', (query: string) => (query === '(prefers-color-scheme: dark)' ? system : {}));
});
afterEach(() => {
  stop();
  cleanStores($theme);
  vi.unstubAllGlobals();
});

test.each([
  ['light', 'light', 'atoll'],
  ['dark', 'dark', 'atoll-dark'],
  [undefined, 'system', 'atoll'],
  ['purple', 'system', 'atoll'],
] as const)('starts with the stored theme: %s', (stored, theme, shown) => {
  if (stored) browser.storage.set(KEY, stored);
  stop = startTheme();
  expect($theme.get()).toBe(theme);
  expect(html.dataset['theme']).toBe(shown);
});

test('follows the system until a theme is chosen, and again afterwards', () => {
  stop = startTheme();
  setSystem(true);
  expect(html.dataset['theme']).toBe('atoll-dark');
  setTheme('light');
  expect(html.dataset['theme']).toBe('atoll');
  setSystem(false);
  setSystem(true);
  expect(html.dataset['theme']).toBe('atoll');
  setTheme('system');
  expect(html.dataset['theme']).toBe('atoll-dark');
});

test('a dark theme stays dark in a light system', () => {
  stop = startTheme();
  setTheme('dark');
  setSystem(false);
  expect(html.dataset['theme']).toBe('atoll-dark');
});

test('stores a chosen theme, and removes it when the system’s is chosen', () => {
  stop = startTheme();
  setTheme('dark');
  expect(browser.storage.get(KEY)).toBe('dark');
  setTheme('system');
  expect(browser.storage.has(KEY)).toBe(false);
});

test('follows another tab, also when it clears the storage', () => {
  stop = startTheme();
  browser.storeElsewhere(KEY, 'dark');
  expect($theme.get()).toBe('dark');
  browser.storage.set(KEY, 'light');
  browser.storeElsewhere('another key', 'x');
  expect($theme.get()).toBe('dark');
  browser.storeElsewhere(null);
  expect($theme.get()).toBe('system');
});

test('reacts to nothing after it is stopped', () => {
  startTheme()();
  cleanStores($theme);
  html.dataset['theme'] = 'untouched';
  setSystem(true);
  $theme.set('dark');
  browser.storeElsewhere(KEY, 'light');
  expect(html.dataset['theme']).toBe('untouched');
  expect($theme.value).toBe('dark');
});
