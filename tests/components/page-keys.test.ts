import { afterEach, expect, test, vi } from 'vitest';
import { startPageKeys } from '#components/keys/page-keys.ts';

afterEach(() => vi.unstubAllGlobals());

/** Whether a key opens the palette. */
function opens(init: Readonly<Record<string, unknown>>): boolean {
  const page = Object.assign(new EventTarget(), {
    documentElement: { dataset: { sidebar: 'on' } },
    querySelector: () => null,
    querySelectorAll: () => [],
  });
  vi.stubGlobal('document', page);
  vi.stubGlobal('Element', EventTarget);
  Object.assign(page, { closest: () => null });
  const openPalette = vi.fn(() => false);
  startPageKeys({ openPalette, openShortcuts: () => {}, hasSingleKeys: () => true });
  page.dispatchEvent(Object.assign(new Event('keydown'), { code: '', ...init }));
  return openPalette.mock.calls.length === 1;
}

test.each([
  ['Ctrl+K', { key: 'k', ctrlKey: true }, true],
  ['Cmd+K with Caps Lock', { key: 'K', metaKey: true }, true],
  ['Ctrl+K on a Cyrillic keyboard', { key: 'л', code: 'KeyK', ctrlKey: true }, true],
  ['Ctrl+K on a Greek keyboard', { key: 'κ', code: 'KeyK', ctrlKey: true }, true],
  ['another letter in the place of K', { key: 't', code: 'KeyK', ctrlKey: true }, false],
  ['Ctrl+Shift+K, which belongs to browsers', { key: 'K', ctrlKey: true, shiftKey: true }, false],
  ['K alone', { key: 'k' }, false],
])('%s opens the palette or not', (_, init, expected) => {
  expect(opens(init)).toBe(expected);
});
