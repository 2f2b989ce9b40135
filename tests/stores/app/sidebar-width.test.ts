import { beforeEach, expect, test, vi } from 'vitest';
import {
  $sidebarWidth,
  restoreSidebarWidth,
  SIDEBAR_MAX,
  SIDEBAR_MIN,
  setSidebarWidth,
} from '#stores/app/sidebar-width.ts';
import { browser } from '#tests/support/browser-stub.ts';

const KEY = '@adminSidebarWidth';
const shown = vi.fn();

beforeEach(() => {
  browser.storage.delete(KEY);
  $sidebarWidth.set(240);
  shown.mockReset();
  vi.spyOn(document, 'documentElement', 'get').mockReturnValue({
    style: { setProperty: shown },
  } as unknown as HTMLElement);
});

test.each([
  [300.4, 300],
  [300.5, 301],
  [SIDEBAR_MIN, 235],
  [SIDEBAR_MIN - 1, 235],
  [SIDEBAR_MAX, 400],
  [SIDEBAR_MAX + 1, 400],
])('[SH-11] a width of %d px becomes %d px on screen and in the memory', (width, expected) => {
  setSidebarWidth(width);
  expect($sidebarWidth.get()).toBe(expected);
  expect(shown).toHaveBeenCalledExactlyOnceWith('--page-sidebar-width', `${expected}px`);
  expect(browser.storage.get(KEY)).toBe(`${expected}px`);
});

test.each([
  ['324px', 324],
  ['9999px', 400],
  ['1px', 235],
  ['wide', 240],
  ['Infinitypx', 240],
  [undefined, 240],
])('[ST-04] a remembered width of %s is restored as %d px', (stored, expected) => {
  if (stored !== undefined) browser.storage.set(KEY, stored);
  restoreSidebarWidth();
  expect($sidebarWidth.get()).toBe(expected);
});
