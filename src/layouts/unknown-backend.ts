import { backends } from '#browser/backends.ts';
import { pageSetting } from '#browser/page-settings.ts';
import { BACKEND_PARAMETER, backendsProblem } from '#domain/app/backends.ts';
import { notFoundRoute } from '#routing/routes.ts';

function links(): readonly HTMLElement[] {
  return backends().map(({ name }) =>
    Object.assign(document.createElement('a'), {
      className: 'btn btn-sm btn-outline max-sm:h-10',
      href: `?${new URLSearchParams({ [BACKEND_PARAMETER]: name })}`,
      textContent: name,
    }),
  );
}

/**
 * Replaces the message 'Page not found' by one about the list of backends: it is not valid, or it has not the one in the
 * address. The page stays as it is: nothing else has started.
 */
export function showUnknownBackend(): void {
  const frame = document.querySelector(`[data-frame="${notFoundRoute.frame}"]`);
  const [title, text, link] = frame?.querySelectorAll('h1, h1 + p, h1 + p + a') ?? [];
  if (!title || !text || !link) return;
  const problem = backendsProblem(pageSetting('backends'), document.baseURI);
  const name = new URLSearchParams(location.search).get(BACKEND_PARAMETER);
  title.textContent = problem ? 'The list of backends is not valid' : 'Unknown backend';
  text.textContent = problem
    ? `${problem} Correct it in the settings of Atoll.`
    : `There is no backend “${name}” here. Nothing was sent. Choose one:`;
  document.title = `${title.textContent} - Atoll`;
  const list = Object.assign(document.createElement('nav'), {
    className: 'flex flex-wrap justify-center gap-2',
    ariaLabel: 'Backends',
  });
  if (!problem) list.append(...links());
  link.replaceWith(list);
}
