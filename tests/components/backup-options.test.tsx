import type { ReadableAtom } from 'nanostores';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import OptionFields from '#islands/settings/backups/OptionFields.tsx';
import { $isAuto, backupOptionsForm as form } from '#stores/settings/backups/options.ts';

// As in the browser, not the initial values of the prerendered page.
vi.mock('@nanostores/react', () => ({ useStore: (store: ReadableAtom<unknown>) => store.get() }));

test.each(['backups.schedule', 'backups.keep'])(
  '[BK-20] a message at %s is visible while auto backups are off',
  (path) => {
    expect($isAuto.get()).toBe(false);
    form.setErrors({});
    expect(renderToString(createElement(OptionFields))).not.toContain(path);
    form.setErrors({ [path]: 'A message.' });
    expect(renderToString(createElement(OptionFields))).toContain('A message.');
  },
);
