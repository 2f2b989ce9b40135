import type { ReactNode } from 'react';
import { Avatar } from '#components/elements/Avatar.tsx';
import { avatarOf, type Drawing } from '#domain/app/drawings.ts';

export interface EmptyStateProps {
  readonly text: string;
  readonly drawing?: Drawing;
  readonly children?: ReactNode;
}

/** What a list shows when there is nothing in it. */
export function EmptyState({ text, drawing = 'fish', children }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-3 px-4 py-10 text-center">
      <Avatar number={avatarOf(drawing)} className="size-14 animate-rise print:hidden" />
      <p className="text-muted">{text}</p>
      {children && <div className="flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  );
}
