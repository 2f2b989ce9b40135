import { wasUpdated } from '#browser/update-check.ts';
import { RELOAD_KEEPS, UPDATED_TEXT } from '#domain/app/update.ts';

const html = document.documentElement;

async function look(error: unknown) {
  if ('updated' in html.dataset || !(await wasUpdated(error))) return;
  html.dataset['updated'] = '';
  const text = document.querySelector('[data-notice-text]');
  if (text) text.textContent = `${UPDATED_TEXT} ${RELOAD_KEEPS}`;
}

const read = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;

/**
 * Looks for an update of Atoll when a part of the page can't be fetched. After one, `data-updated` stands on
 * `<html>`, where the part that failed reads it, and the page's notice (Shell.astro) says so.
 */
export function startUpdateWatch(): void {
  window.addEventListener('vite:preloadError', (event) => void look(read(event, 'payload')));
  document.addEventListener(
    'astro:hydration-error',
    (event) => void look(read(read(event, 'detail'), 'error')),
  );
}
