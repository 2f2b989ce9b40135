import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { announce } from './announce.ts';
import { copyText } from './copy-text.ts';
import { IconButton } from './IconButton.tsx';

const COPIED_MS = 500;

export interface CopyIconProps {
  readonly value: string;
  readonly label?: string;
  readonly className?: string;
}

/** An icon that copies a value; its clicks do not reach the row or panel around it. */
export function CopyIcon({ value, label = 'Copy', className = '' }: CopyIconProps) {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function copy(event: MouseEvent<HTMLButtonElement>) {
    event.stopPropagation();
    if (!(await copyText(value, event.currentTarget))) {
      announce('Could not copy');
      return;
    }
    announce('Copied');
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), COPIED_MS);
  }

  return (
    <IconButton
      variant="small"
      icon={copied ? 'icon-[ri--check-line] text-success' : 'icon-[ri--file-copy-line]'}
      label={label}
      className={`max-sm:-my-2 ${className}`}
      data-copied={copied || undefined}
      onClick={copy}
      onKeyDown={(event: KeyboardEvent) => {
        // Enter on a row opens it; Enter on its copy icon only copies.
        if (event.key === 'Enter' || event.key === ' ') event.stopPropagation();
      }}
    />
  );
}
