import { expect, test, vi } from 'vitest';
import { sessionSignal } from '#api/session-signal.ts';
import { reloadPage } from '#stores/app/reload-page.ts';

test('pending calls are aborted before the page is reloaded', () => {
  const pending = sessionSignal.current();
  const reload = vi.fn(() => expect(pending.aborted).toBe(true));
  vi.stubGlobal('location', { reload });
  reloadPage();
  expect(reload).toHaveBeenCalledOnce();
});
