import { useRef } from 'react';
import { Button } from './Button.tsx';

export interface FileButtonProps {
  readonly label: string;
  readonly accept: string;
  readonly disabled?: boolean;
  readonly onFile: (file: File) => void;
}

export function FileButton({ label, accept, disabled = false, onFile }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        className="hidden"
        tabIndex={-1}
        aria-label={label}
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) onFile(file);
          // Without this, the same file could not be chosen again.
          target.value = '';
        }}
      />
      {/* Not `disabled`, for which it would lose the focus: its file is what starts the work. */}
      <Button
        icon="icon-[ri--upload-2-line]"
        aria-disabled={disabled || undefined}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
    </>
  );
}
