import { backends } from '#browser/backends.ts';
import { pageSetting } from '#browser/page-settings.ts';
import { BACKEND_PARAMETER, type NamedBackend } from '#domain/app/backends.ts';
import { backendsProblem } from '#domain/app/backends-problem.ts';
import { notFoundRoute } from '#routing/routes.ts';
import { addToast } from '#stores/app/toasts.ts';

function links(): readonly HTMLElement[] {
  return backends().map(({ name }) =>
    Object.assign(document.createElement('a'), {
      className: 'btn btn-sm btn-outline max-sm:h-10',
      href: `?${new URLSearchParams({ [BACKEND_PARAMETER]: name })}`,
      textContent: name,
    }),
  );
}

/** Replaces the message 'Page not found', which boot.ts shows when it has started nothing else. */
function showInstead(problem: string | undefined): void {
  const frame = document.querySelector(`[data-frame="${notFoundRoute.frame}"]`);
  if (!frame) {
    document.addEventListener('atoll:route', () => showInstead(problem), { once: true });
    return;
  }
  const [title, text, link] = frame.querySelectorAll('h1, h1 + p, h1 + p + a');
  if (!title || !text || !link) return;
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

/** Says what is wrong with the list of backends, or that it has not the one in the address. */
export function showBackendsProblem(backend: NamedBackend | undefined): void {
  const problem = backendsProblem(pageSetting('backends'), document.baseURI);
  if (!backend) showInstead(problem);
  else if (problem) addToast('error', problem);
}
