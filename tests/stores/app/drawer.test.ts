import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { $isDrawerOpen, startDrawer } from '#stores/app/drawer.ts';
import { go, startRouting } from '#stores/app/route.ts';
import { browser, signInOffline } from '../offline-fixture.ts';

/** The members of an element that the drawer uses. */
class FakeElement extends EventTarget {
  inert = false;
  isConnected = true;
  /** Selectors of the element and its ancestors. */
  readonly within: readonly string[];
  current: FakeElement | null = null;
  first: FakeElement | null = null;
  focus = vi.fn();
  constructor(...within: string[]) {
    super();
    this.within = within;
  }
  closest(selector: string): FakeElement | null {
    return selector.split(', ').some((one) => this.within.includes(one)) ? this : null;
  }
  querySelector(selector: string): FakeElement | null {
    if (selector === '[aria-current]') return this.current;
    return selector === 'a, input' ? this.first : null;
  }
}

const html = document.documentElement;
const [rail, opener, current] = [new FakeElement(), new FakeElement('[data-open-drawer]'), new FakeElement()];
const first = new FakeElement();
const sidebar = new FakeElement();
const wide = new EventTarget();

beforeAll(() => {
  vi.stubGlobal('Element', FakeElement);
  vi.stubGlobal('HTMLElement', FakeElement);
  Object.assign(window, {
    matchMedia: (query: string) => (query === '(width >= 48rem)' ? wide : new EventTarget()),
  });
  Object.assign(document, {
    querySelector: (selector: string) => (selector.includes('.page-sidebar') ? sidebar : null),
    querySelectorAll: (selector: string) => (selector === '.rail, .app-footer, .page-content' ? [rail] : []),
  });
  signInOffline();
  startRouting();
  startDrawer();
});
beforeEach(() => {
  opener.isConnected = true;
  Object.assign(sidebar, { current, first });
  for (const part of [opener, current, first]) part.focus.mockReset();
  Object.assign(document, { activeElement: opener });
  go('collections');
});
afterEach(() => $isDrawerOpen.set(false));

const press = (key: string, more: Record<string, unknown> = {}) =>
  document.dispatchEvent(Object.assign(new Event('keydown'), { key, keyCode: 0, ...more }));
function click(target: EventTarget) {
  const event = new Event('click');
  Object.defineProperty(event, 'target', { value: target });
  document.dispatchEvent(event);
}

test('opens over the page, which is inert until the drawer closes', () => {
  click(opener);
  expect($isDrawerOpen.get()).toBe(true);
  expect(html.dataset['drawer']).toBe('open');
  expect(rail.inert).toBe(true);
  expect(current.focus).toHaveBeenCalledOnce();
  expect(first.focus).not.toHaveBeenCalled();
});

test('focuses the first link when it has none of the current page', () => {
  sidebar.current = null;
  click(opener);
  expect(first.focus).toHaveBeenCalledOnce();
});

test('restores the page and the focus when it closes', () => {
  click(opener);
  $isDrawerOpen.set(false);
  expect(html.dataset).not.toHaveProperty('drawer');
  expect(rail.inert).toBe(false);
  expect(opener.focus).toHaveBeenCalledOnce();
});

test('does not move the focus when the element that opened it is gone', () => {
  click(opener);
  opener.isConnected = false;
  $isDrawerOpen.set(false);
  expect(opener.focus).not.toHaveBeenCalled();
});

test('opens without a focusable element', () => {
  Object.assign(sidebar, { current: null, first: null });
  Object.assign(document, { activeElement: null });
  click(opener);
  expect(rail.inert).toBe(true);
  $isDrawerOpen.set(false);
  expect(rail.inert).toBe(false);
});

test.each<[string, () => void]>([
  ['Escape', () => press('Escape')],
  ['a link of the sidebar', () => click(new FakeElement('a.side-link'))],
  ['its own button', () => click(new FakeElement('[data-close-drawer]'))],
  [
    'another address',
    () => {
      location.hash = '#/collections?filter=b';
      browser.dispatch('hashchange');
    },
  ],
  ['another screen', () => go('logs')],
  ['a window that is wide enough', () => wide.dispatchEvent(new Event('change'))],
])('is closed by %s', (_what, act) => {
  $isDrawerOpen.set(true);
  act();
  expect($isDrawerOpen.get()).toBe(false);
});

test.each<[string, () => void]>([
  ['another key', () => press('Enter')],
  ['an Escape that cancels a composed text', () => press('Escape', { isComposing: true })],
  ['a folder of the sidebar', () => click(new FakeElement('.side-link'))],
  ['a click on anything else', () => click(new FakeElement('.search'))],
  ['a click on the document', () => click(document)],
  ['the late event of a change before it opened', () => browser.dispatch('hashchange')],
  ['another query of the same screen', () => go('collections', { filter: 'a' })],
])('stays open with %s', (_what, act) => {
  $isDrawerOpen.set(true);
  act();
  expect($isDrawerOpen.get()).toBe(true);
});

test('stays closed after a click outside its button', () => {
  click(new FakeElement('.search'));
  expect($isDrawerOpen.get()).toBe(false);
});
