import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { backends, currentBackend } from '#browser/backends.ts';
import { pageSetting } from '#browser/page-settings.ts';
import { lazyPanel } from '#components/feedback/lazy-part.tsx';
import { Dropdown } from '#components/overlay/Dropdown.tsx';
import { BACKEND_COLORS, BACKEND_PARAMETER, type NamedBackend } from '#domain/app/backends.ts';
import { backendsProblem } from '#domain/app/backends-problem.ts';
import { isForUsers, notFoundRoute } from '#routing/routes.ts';
import { $route } from '#stores/app/route.ts';
import { $adminId } from '#stores/app/session.ts';
import { otherBackends, switchBackend } from '#stores/app/switch-backend.ts';
import { addToast } from '#stores/app/toasts.ts';
import { $promoteWith, closePromote, openPromote } from '#stores/promote/open.ts';

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
  const links = backends().map((backend) =>
    Object.assign(document.createElement('a'), {
      className: 'btn btn-sm btn-outline max-sm:h-10',
      href: `?${new URLSearchParams({ [BACKEND_PARAMETER]: backend.name })}`,
      textContent: backend.name,
    }),
  );
  if (!problem) list.append(...links);
  link.replaceWith(list);
}

function showBackendsProblem(backend: NamedBackend | undefined): void {
  const problem = backendsProblem(pageSetting('backends'), document.baseURI);
  if (!backend) showInstead(problem);
  else if (problem) addToast('error', problem);
}

const PromotePanel = lazyPanel(() => import('./promote/PromotePanel.tsx'), closePromote);

function Strip({ name, color }: NamedBackend) {
  const isSignedIn = useStore($adminId) !== undefined;
  const background = BACKEND_COLORS[color ?? 'grey'] ?? BACKEND_COLORS.grey;
  return (
    <header
      className="grid h-full place-items-center text-xs font-semibold"
      style={{
        background: `var(--color-${background})`,
        color: `var(--color-${background}-content, var(--color-base-100))`,
      }}
    >
      <Dropdown
        label={`Backend ${name}`}
        placement="bottom"
        triggerClass="h-full cursor-pointer px-3 outline-current outline-offset-[-2px]"
        items={() => [
          { heading: `Backend ${name}` },
          ...otherBackends().map((backend) => ({
            label: `Switch to ${backend.name}`,
            onSelect: () => switchBackend(backend),
          })),
          ...(isSignedIn ? otherBackends() : []).map((backend) => ({
            label: `Compare with ${backend.name}…`,
            onSelect: () => openPromote(backend),
          })),
        ]}
      >
        <bdi>{name}</bdi> <span aria-hidden="true">▾</span>
      </Dropdown>
    </header>
  );
}

function knownBackend(): NamedBackend | undefined {
  try {
    return currentBackend();
  } catch {
    return undefined;
  }
}

/** The strip above the page, of which Shell.astro has the place. The users of an app know no backends. */
export default function BackendStrip() {
  const route = useStore($route);
  const other = useStore($promoteWith);
  const admin = useStore($adminId);
  const backend = knownBackend();
  useEffect(() => showBackendsProblem(backend), [backend]);
  const place = document.querySelector('.backend-strip');
  if (!place || !backend || (route && isForUsers(route.definition))) return null;
  return (
    <>
      {createPortal(<Strip {...backend} />, place)}
      {other && admin && <PromotePanel backend={other} />}
    </>
  );
}
