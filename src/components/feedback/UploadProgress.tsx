// chunks: upload
import type { ReactNode } from 'react';
import { Button } from '#components/elements/Button.tsx';

export interface UploadProgressProps {
  /** Bytes sent so far. */
  readonly loaded: number;
  readonly total: number;
  readonly children?: ReactNode;
  readonly onStop: () => void;
}

/** The progress of an upload with a button that cancels it. */
export function UploadProgress({ loaded, total, children, onStop }: UploadProgressProps) {
  const percent = total ? Math.floor((loaded / total) * 100) : 0;
  return (
    <div className="flex min-w-0 items-center gap-2">
      <progress
        className="h-2 w-24 accent-primary"
        aria-label="Upload"
        max={100}
        value={percent}
        data-upload=""
      />
      <span className="w-10 text-right text-xs tabular-nums">{percent}%</span>
      {children}
      <Button variant="ghost" onClick={onStop}>
        Cancel upload
      </Button>
    </div>
  );
}
