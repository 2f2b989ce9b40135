import type { ReactNode } from 'react';
import { IconButton } from '#components/elements/IconButton.tsx';
import { Toolbar } from '#components/elements/Toolbar.tsx';

/** Breadcrumb and title of a settings page; on small screens also the button of the menu. */
export function SettingsHeader({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className="page-header flex-wrap">
      <IconButton
        variant="plain"
        className="btn btn-ghost btn-square -ml-2 sm:hidden"
        icon="icon-[ri--menu-line]"
        iconSize="size-5"
        label="Show menu"
        tooltip={undefined}
        data-open-drawer
      />
      <span className="text-lg text-muted max-sm:hidden">Settings</span>
      <span aria-hidden="true" className="icon-[ri--arrow-right-s-line] shrink-0 text-muted max-sm:hidden" />
      <h1 className="page-title">{title}</h1>
      {children && (
        <Toolbar label="Actions" className="ml-auto flex items-center gap-1">
          {children}
        </Toolbar>
      )}
    </header>
  );
}
