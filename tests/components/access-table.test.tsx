import { createElement, type MouseEventHandler } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { accessRow } from '#domain/access/risks.ts';
import { AccessTable } from '#islands/access/AccessTable.tsx';
import { $route, startRouting } from '#stores/app/route.ts';
import { showSettings } from '#stores/app/settings.ts';
import { $areEditorsNeeded } from '#stores/collections/editor/open.ts';
import { browser, collectionOf, signInOffline } from '#tests/stores/offline-fixture.ts';

const { clicks } = vi.hoisted(() => ({ clicks: [] as MouseEventHandler[] }));

vi.mock('react/jsx-dev-runtime', async (load) => {
  const runtime = await load<{ jsxDEV: (...all: unknown[]) => unknown }>();
  const jsxDEV = (type: unknown, props: { onClick?: MouseEventHandler }, ...rest: unknown[]) => {
    if (props.onClick) clicks.push(props.onClick);
    return runtime.jsxDEV(type, props, ...rest);
  };
  return { ...runtime, jsxDEV };
});

test('a rule leads to the records where collections cannot be edited', () => {
  browser.backend = 'http://backend.test/';
  signInOffline();
  const stop = startRouting();
  showSettings({ meta: { hideControls: true } });
  const posts = collectionOf({ id: 'posts', name: 'posts' });
  renderToStaticMarkup(createElement(AccessTable, { rows: [accessRow(posts, undefined)] }));
  clicks[0]?.({} as Parameters<MouseEventHandler>[0]);
  expect($route.get()).toMatchObject({ name: 'collections', query: { collectionId: 'posts' } });
  expect($areEditorsNeeded.get()).toBe(false);
  showSettings({});
  stop();
});
