import { expect, test } from 'vitest';
import { formatImportDraft, parseImportDraft } from '#domain/settings/import/draft.ts';

test('a stored text is read as it was typed, unless it is empty or on screen', () => {
  const stored = formatImportDraft(' [{"id" \u2028');
  expect(parseImportDraft(stored, '')).toBe(' [{"id" \u2028');
  expect(parseImportDraft(stored, ' [{"id" \u2028')).toBeUndefined();
  expect(parseImportDraft(formatImportDraft(''), 'x')).toBeUndefined();
});

test('anything else in the storage is ignored', () => {
  for (const stored of ['', 'x', 'null', '[]', '{"text":1}', '{"__proto__":{"text":"x"}}'])
    expect(parseImportDraft(stored, '')).toBeUndefined();
});
