import { useRef } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { IMPORT_TEXTS } from '#domain/settings/import/words.ts';

export interface FileButtonProps {
  readonly disabled: boolean;
  readonly onFile: (file: File) => void;
}

/** The button 'Load from JSON file'. */
export function FileButton({ disabled, onFile }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".json"
        className="hidden"
        tabIndex={-1}
        aria-label={IMPORT_TEXTS.loadFile}
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) onFile(file);
          // Without this, the same file could not be chosen again.
          target.value = '';
        }}
      />
      <Button icon="icon-[ri--upload-2-line]" disabled={disabled} onClick={() => input.current?.click()}>
        {IMPORT_TEXTS.loadFile}
      </Button>
    </>
  );
}
