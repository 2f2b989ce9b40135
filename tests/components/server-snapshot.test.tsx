import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import AvatarMenu from '#islands/app/AvatarMenu.tsx';
import ConfirmResetPage from '#islands/auth/ConfirmResetPage.tsx';
import LoginPage from '#islands/auth/LoginPage.tsx';
import CollectionsSidebar from '#islands/collections/CollectionsSidebar.tsx';
import RecordsPage from '#islands/records/RecordsPage.tsx';

const { snapshots } = vi.hoisted(() => ({ snapshots: [] as (() => unknown)[] }));

vi.mock('@nanostores/react', async (load) => {
  const library = await load<typeof import('@nanostores/react')>();
  const useStore: typeof library.useStore = (store, options) => {
    if (typeof options?.ssr === 'function') snapshots.push(options.ssr);
    return library.useStore(store, options);
  };
  return { ...library, useStore };
});

// React reads the snapshot twice during hydration, and warns in development if the values differ.
test.each([
  ['sign-in', LoginPage],
  ['password reset', ConfirmResetPage],
  ['sidebar', CollectionsSidebar],
  ['records', RecordsPage],
  ['menu', AvatarMenu],
])('the prerendered %s island returns the same value each time React reads it', (_name, Island) => {
  snapshots.length = 0;
  expect(renderToString(createElement(Island))).not.toBe('');
  expect(snapshots.length).toBeGreaterThan(0);
  for (const snapshot of snapshots) expect(snapshot()).toBe(snapshot());
});
