import { wasUpdated } from '#browser/update-check.ts';
import { RELOAD_KEEPS, UPDATED_TEXT } from '#domain/app/update.ts';

const html = document.documentElement;

async function checkForUpdate(error: unknown) {
  if ('updated' in html.dataset || !(await wasUpdated(error))) return;
  html.dataset['updated'] = '';
  const text = document.querySelector('[data-notice-text]');
  if (text) text.textContent = `${UPDATED_TEXT} ${RELOAD_KEEPS}`;
}

const read = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;

/**
 * Checks for an update of Atoll when a part of the page can't be fetched. After an update it sets `data-updated` on
 * `<html>`, which the failed part reads, and the page's notice (Shell.astro) reports the update.
 */
export function startUpdateWatch(): void {
  window.addEventListener('vite:preloadError', (event) => void checkForUpdate(read(event, 'payload')));
  document.addEventListener(
    'astro:hydration-error',
    (event) => void checkForUpdate(read(read(event, 'detail'), 'error')),
  );
}
