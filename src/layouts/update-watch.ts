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

/** When a part can't be fetched after an update, sets `data-updated` on `<html>`, and the page's notice says so. */
export function startUpdateWatch(): void {
  window.addEventListener('vite:preloadError', (event) => void checkForUpdate(read(event, 'payload')));
  document.addEventListener(
    'astro:hydration-error',
    (event) => void checkForUpdate(read(read(event, 'detail'), 'error')),
  );
}
