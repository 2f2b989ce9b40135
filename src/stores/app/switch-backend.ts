import { backends, currentBackend } from '#browser/backends.ts';
import { BACKEND_PARAMETER, type NamedBackend } from '#domain/app/backends.ts';
import { $route, leavePage } from './route.ts';

/** The backends of the list except that of this tab; `[]` without a list. */
export const otherBackends = (): readonly NamedBackend[] =>
  backends().filter(({ name }) => name !== currentBackend()?.name);

/** Loads the page with another backend, on the same screen, after the question whether to give up what is unsaved. */
export function switchBackend({ name }: NamedBackend): void {
  const url = new URL(location.href);
  // Also of the first: another one may be the first by now.
  url.search = String(new URLSearchParams({ [BACKEND_PARAMETER]: name }));
  const route = $route.get();
  // Without the query: the other backend has other ids. Other pages than those of administrators may have a token.
  url.hash = route?.definition.access === 'admin' ? route.path : '';
  leavePage(url.href);
}
