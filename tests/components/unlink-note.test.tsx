import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';
import type { Collection } from '#domain/backend/collection.ts';
import { UnlinkNote } from '#islands/records/tools/UnlinkNote.tsx';
import { $backend } from '#stores/app/line.ts';
import { type Line, setLine } from '#wire/choose.ts';

afterEach(() => {
  setLine(undefined);
  $backend.set(undefined);
});

const noteOn = (line: Line, version: string | undefined, type: Collection['type'], names: string[]) => {
  setLine(line);
  $backend.set({ line, version });
  const collection = { type } as Collection;
  return renderToStaticMarkup(<UnlinkNote collection={collection} names={names} />);
};

test('accounts that become verified by an import or a change of many lose what is linked, and this is said before', () => {
  expect(noteOn('pb23', '0.40.6', 'auth', ['email', 'verified'])).toContain('verified lose what links them');
  expect(noteOn('pb23', undefined, 'auth', ['verified'])).toContain('verified may lose what');
  expect(noteOn('pb23', '0.36.9', 'auth', ['verified'])).toBe('');
  expect(noteOn('pb22', '0.22.20', 'auth', ['verified'])).toBe('');
  expect(noteOn('pb23', '0.40.6', 'auth', ['email'])).toBe('');
  // A field of this name.
  expect(noteOn('pb23', '0.40.6', 'base', ['verified'])).toBe('');
});
