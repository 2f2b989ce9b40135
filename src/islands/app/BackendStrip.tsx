import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { currentBackend } from '#browser/backends.ts';
import { lazyPanel } from '#components/feedback/lazy-part.tsx';
import { Dropdown } from '#components/overlay/Dropdown.tsx';
import { BACKEND_COLORS } from '#domain/app/backend-colors.ts';
import type { NamedBackend } from '#domain/app/backends.ts';
import { isForUsers } from '#routing/routes.ts';
import { $route } from '#stores/app/route.ts';
import { $adminId } from '#stores/app/session.ts';
import { otherBackends, switchBackend } from '#stores/app/switch-backend.ts';
import { $promoteWith, closePromote, openPromote } from '#stores/promote/open.ts';
import { showBackendsProblem } from './backends-problem.ts';

const PromotePanel = lazyPanel(() => import('./promote/PromotePanel.tsx'), closePromote);

/** Says which backend the page is for, and switches to another one. */
function Strip({ name, color }: NamedBackend) {
  const isSignedIn = useStore($adminId) !== undefined;
  const background = BACKEND_COLORS[color ?? 'grey'] ?? BACKEND_COLORS.grey;
  return (
    <header
      className="grid h-full place-items-center text-xs font-semibold"
      style={{ background: `var(--color-${background})`, color: `var(--color-${background}-content)` }}
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
