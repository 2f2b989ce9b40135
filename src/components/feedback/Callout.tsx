import type { ComponentProps, ReactNode } from 'react';

const KINDS = {
  info: { icon: 'icon-[ri--information-line]', box: 'border-info/40 bg-info/10', color: 'text-info' },
  warning: {
    icon: 'icon-[ri--error-warning-line]',
    box: 'border-warning/50 bg-warning/10',
    color: 'text-warning',
  },
  danger: { icon: 'icon-[ri--alert-line]', box: 'border-error/50 bg-error/10', color: 'text-error' },
} as const;

export interface CalloutProps extends ComponentProps<'div'> {
  readonly kind: keyof typeof KINDS;
  readonly actions?: ReactNode;
}

/** A box with an icon that draws attention to something about the content around it. */
export function Callout({ kind, actions, className = '', children, ...rest }: CalloutProps) {
  const { icon, box, color } = KINDS[kind];
  return (
    <div
      {...rest}
      className={`flex flex-wrap items-center gap-2 rounded-box border pl-3 ${actions ? 'py-1.5 pr-1.5' : 'py-2 pr-3'} ${box} ${className}`}
    >
      <div className="flex min-w-0 grow basis-48 items-start gap-2">
        <span aria-hidden="true" className={`${icon} mt-0.5 size-4 shrink-0 ${color}`} />
        <div className="min-w-0">{children}</div>
      </div>
      {actions && <div className="ml-auto flex gap-2">{actions}</div>}
    </div>
  );
}
