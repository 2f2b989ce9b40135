import type { ReactNode, SyntheticEvent } from 'react';

export interface AccordionProps {
  readonly title: ReactNode;
  readonly icon?: string;
  readonly name?: string;
  readonly open?: boolean;
  readonly aside?: ReactNode;
  readonly onToggle?: (open: boolean) => void;
  readonly children: ReactNode;
}

/** Opens for the first field that the browser refuses, which could otherwise show neither focus nor message. */
function openForInvalid({ currentTarget, target }: SyntheticEvent<HTMLDetailsElement>) {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
  if (target.form?.querySelector(':invalid') === target) currentTarget.open = true;
}

/** A section that opens and closes: a native `<details>`, so it works by keyboard and can be searched. */
export function Accordion({ title, icon, name, open, aside, onToggle, children }: AccordionProps) {
  return (
    <details
      className="rounded-box border border-base-300 bg-base-100"
      name={name}
      open={open}
      onInvalidCapture={openForInvalid}
      onToggle={(event) => onToggle?.(event.currentTarget.open)}
    >
      <summary className="flex min-h-10 cursor-pointer list-none items-center gap-2 rounded-box px-3 font-medium hover:bg-base-200 [&::-webkit-details-marker]:hidden">
        {icon && <span className={`${icon} size-4 shrink-0`} aria-hidden="true" />}
        <span className="min-w-0 grow py-2 wrap-anywhere">{title}</span>
        {aside}
        <span
          aria-hidden="true"
          // Of this one: it may be inside another that is open.
          className="icon-[ri--arrow-down-s-line] size-4 shrink-0 transition-transform duration-150 [[open]>summary>&]:rotate-180"
        />
      </summary>
      <div className="border-t border-base-300 p-3">{children}</div>
    </details>
  );
}
