import type { Dashboard } from './dashboard.ts';
import { APP_NAME } from './seed.ts';

/** A field and a value that only this collection has, so that rows of the previous collection do not count. */
const SIGN_OF = {
  posts: ['title', 'Post '],
  wide: ['column_1', 'Row '],
  authors: ['name', 'Author '],
} as const;

/** An expression: the page shows rows of this collection. */
export function rowsOf(dashboard: Dashboard, name: keyof typeof SIGN_OF): string {
  const [column, text] = SIGN_OF[name];
  return dashboard.rowsReady(column, text);
}

/** An expression: the form of the settings shows what the seeded backend has stored. */
export const SETTINGS_READY = `[...document.querySelectorAll('input')]
  .some((input) => input.value === '${APP_NAME}' && input.checkVisibility())`;

/**
 * An expression: a list of the page has an entry with this text, which has no quotes. It is evaluated in every frame,
 * so it must not search the whole page.
 */
export function isListed(dashboard: Dashboard, text: string): string {
  return `[...document.querySelectorAll('${dashboard.listItems}')]
    .some((item) => item.textContent.includes("${text}") && item.checkVisibility())`;
}
