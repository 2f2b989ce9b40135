import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from '#components/feedback/ErrorBoundary.tsx';
import { Dropdown } from '#components/overlay/Dropdown.tsx';
import { BACKEND_COLORS, type NamedBackend } from '#domain/app/backends.ts';
import { otherBackends, switchBackend } from '#stores/app/switch-backend.ts';

/** Says which backend the page is for, and switches to another one. */
function BackendStrip({ name }: NamedBackend) {
  return (
    <Dropdown
      label={`Backend ${name}`}
      placement="bottom"
      triggerClass="h-full cursor-pointer px-3 outline-current outline-offset-[-2px]"
      items={() => [
        { heading: `Backend ${name}` },
        ...otherBackends().map((backend) => ({
          key: backend.name,
          label: `Switch to ${backend.name}`,
          onSelect: () => switchBackend(backend),
        })),
      ]}
    >
      <bdi>{name}</bdi> <span aria-hidden="true">▾</span>
    </Dropdown>
  );
}

/** Shows the strip in its place above the page. */
export function showBackend(strip: HTMLElement, backend: NamedBackend): void {
  const color = BACKEND_COLORS[backend.color] ?? BACKEND_COLORS.grey;
  strip.style.setProperty('background', `var(--color-${color})`);
  strip.style.setProperty('color', `var(--color-${color}-content)`);
  createRoot(strip).render(
    <ErrorBoundary>
      <BackendStrip {...backend} />
    </ErrorBoundary>,
  );
}
