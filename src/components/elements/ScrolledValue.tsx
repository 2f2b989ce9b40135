import { type ReactNode, useRef } from 'react';
import { useScrollTabStop } from '#components/hooks/use-scroll-tab-stop.ts';

/** A value of limited height, scrollable by keyboard when it is higher than that. */
export function ScrolledValue({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const box = useRef<HTMLSpanElement>(null);
  const isTabStop = useScrollTabStop(box);
  return (
    <span
      ref={box}
      {...(isTabStop && { role: 'group', tabIndex: 0, 'aria-label': label })}
      className="block max-h-48 overflow-y-auto font-mono text-xs leading-5 whitespace-pre-wrap wrap-anywhere"
    >
      {children}
    </span>
  );
}
