import { useState } from 'react';
import { Button } from '#components/elements/Button.tsx';

/** Closes the window. Browsers allow this only in a window that a script opened; the others get a hint. */
export function CloseButton() {
  const [isRefused, setIsRefused] = useState(false);
  const close = () => {
    window.close();
    setIsRefused(!window.closed);
  };
  return (
    <div className="flex flex-col items-center gap-2">
      <Button size="md" className="w-full" onClick={close}>
        Close
      </Button>
      <p role="status" className="min-h-4 text-xs text-muted">
        {isRefused && 'The browser keeps this tab open. You can close it now.'}
      </p>
    </div>
  );
}
