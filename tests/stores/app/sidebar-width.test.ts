import { cleanStores } from 'nanostores';
import { beforeEach, expect, test, vi } from 'vitest';
import { $sidebarWidth, SIDEBAR_MAX, SIDEBAR_MIN, setSidebarWidth } from '#stores/app/sidebar-width.ts';
import { browser } from '#tests/support/browser-stub.ts';

const KEY = '@adminSidebarWidth';
const setProperty = vi.fn();

beforeEach(() => {
  vi.spyOn(document, 'documentElement', 'get').mockReturnValue({
    style: { setProperty: setProperty },
  } as unknown as HTMLElement);
  $sidebarWidth.set(240);
  cleanStores($sidebarWidth);
  browser.storage.delete(KEY);
  setProperty.mockReset();
});

test.each([
  [300.4, 300],
  [300.5, 301],
  [SIDEBAR_MIN, 235],
  [SIDEBAR_MIN - 1, 235],
  [SIDEBAR_MAX, 400],
  [SIDEBAR_MAX + 1, 400],
])('[SH-11] a width of %d px becomes %d px on screen and in storage', (width, expected) => {
  setSidebarWidth(width);
  expect($sidebarWidth.get()).toBe(expected);
  expect(setProperty).toHaveBeenCalledExactlyOnceWith('--page-sidebar-width', `${expected}px`);
  expect(browser.storage.get(KEY)).toBe(`${expected}px`);
});

test.each([
  ['324px', 324],
  ['9999px', 400],
  ['1px', 235],
  ['wide', 240],
  ['Infinitypx', 240],
  [undefined, 240],
])('[ST-04] a stored width of %s is restored as %d px', (stored, expected) => {
  if (stored !== undefined) browser.storage.set(KEY, stored);
  expect($sidebarWidth.get()).toBe(expected);
});

test('[SH-11] the sidebar follows another tab', () => {
  const stop = $sidebarWidth.listen(() => {});
  browser.storeElsewhere(KEY, '300px');
  expect($sidebarWidth.get()).toBe(300);
  expect(setProperty).toHaveBeenCalledExactlyOnceWith('--page-sidebar-width', '300px');
  browser.storeElsewhere(KEY);
  expect($sidebarWidth.get()).toBe(240);
  expect(setProperty).toHaveBeenLastCalledWith('--page-sidebar-width', '240px');
  expect(browser.storage.has(KEY)).toBe(false);
  stop();
});
