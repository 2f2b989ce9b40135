import type { MouseEvent } from 'react';
import { Avatar } from '#components/elements/Avatar.tsx';
import { Button } from '#components/elements/Button.tsx';
import { IconButton } from '#components/elements/IconButton.tsx';
import { avatarOf, type Drawing } from '#domain/app/drawings.ts';

/** A toast. Its owner decides how long it is shown. */
export interface Toast {
  readonly id: number;
  readonly type: 'info' | 'success' | 'warning' | 'error';
  readonly message: string;
  readonly drawing?: Drawing | undefined;
  readonly action?: { readonly label: string; readonly run: () => void } | undefined;
}

export interface ToastItemProps {
  readonly toast: Toast;
  readonly onClose: (event: MouseEvent<HTMLButtonElement>) => void;
}

const ICONS = {
  info: 'icon-[ri--information-line] text-info',
  success: 'icon-[ri--checkbox-circle-line] text-success',
  warning: 'icon-[ri--alert-line] text-warning',
  error: 'icon-[ri--error-warning-line] text-error',
} as const;

const EDGES = {
  info: 'border-l-info',
  success: 'border-l-success',
  warning: 'border-l-warning',
  error: 'border-l-error',
} as const;

export default function ToastItem({ toast: { type, message, drawing, action }, onClose }: ToastItemProps) {
  return (
    <div
      role={type === 'error' || type === 'warning' ? 'alert' : 'status'}
      data-type={type}
      className={`pointer-events-auto flex max-h-60 max-w-[min(36rem,100%)] items-start gap-2 overflow-y-auto rounded-box border border-l-4 border-base-300 bg-raised py-1.5 pr-1.5 pl-3 text-base-content shadow-popup transition-opacity duration-150 starting:opacity-0 ${EDGES[type]}`}
    >
      {drawing ? (
        <Avatar number={avatarOf(drawing)} className="size-8 animate-rise max-sm:mt-1" />
      ) : (
        <span aria-hidden="true" className={`${ICONS[type]} mt-1 size-5 max-sm:mt-2.5 shrink-0`} />
      )}
      <span className="min-w-0 whitespace-pre-line py-1 max-sm:py-2.5 [overflow-wrap:anywhere]">
        {message}
      </span>
      {action && (
        <Button
          onClick={(event) => {
            onClose(event);
            action.run();
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton
        variant="medium"
        className="max-sm:size-10"
        icon="icon-[ri--close-line]"
        label="Close"
        tooltip={undefined}
        onClick={onClose}
      />
    </div>
  );
}
