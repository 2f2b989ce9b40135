import type { ReactNode, Ref } from 'react';

const KINDS = {
  success: 'icon-[ri--checkbox-circle-line] text-success',
  failure: 'icon-[ri--error-warning-line] text-error',
} as const;

export interface OutcomeProps {
  readonly title: string;
  readonly text?: string;
  readonly kind?: keyof typeof KINDS;
  readonly titleRef?: Ref<HTMLHeadingElement>;
  readonly children?: ReactNode;
}

/** The result on a page that users of an app see, in place of its form. */
export function Outcome({ title, text, kind, titleRef, children }: OutcomeProps) {
  return (
    <div className="text-center text-balance">
      {kind && <span className={`${KINDS[kind]} mx-auto mb-3 block size-8`} aria-hidden="true" />}
      <h1 ref={titleRef} tabIndex={-1} className="mb-1 text-lg font-semibold outline-none">
        {title}
      </h1>
      {text && <p className="text-muted">{text}</p>}
      {children && <div className="mt-5 flex flex-col gap-3">{children}</div>}
    </div>
  );
}
