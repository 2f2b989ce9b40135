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

test('the panel follows the width of the window while somebody looks at it', () => {
  const media = Object.assign(new EventTarget(), { matches: false });
  const asked: string[] = [];
  vi.stubGlobal('matchMedia', (query: string) => {
    asked.push(query);
    return media;
  });
  const stop = $canDock.listen(() => {});
  const resize = (isWide: boolean) => {
    media.matches = isWide;
    media.dispatchEvent(new Event('change'));
  };
  expect(asked).toEqual(['(width >= 1600px)']);
  expect($canDock.get()).toBe(false);
  resize(true);
  expect($canDock.get()).toBe(true);
  stop();
  cleanStores($canDock);
  resize(false);
  expect($canDock.value).toBe(true);
});
