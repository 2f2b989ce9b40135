import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Avatar } from '#components/elements/Avatar.tsx';
import { DateTime } from '#components/elements/DateTime.tsx';
import { formatLocal } from '#domain/app/date.ts';
import { inRoot } from '#scripts/lib/paths.ts';

test('there are ten different avatars, and the first stands for an unknown number', () => {
  const sourceOf = (number: number) =>
    /src="\.\/(.*?)"/.exec(renderToStaticMarkup(<Avatar number={number} />))?.[1] ?? '';
  const numbers = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
  const drawings = numbers.map((number) => readFileSync(inRoot('public', sourceOf(number)), 'utf8'));
  expect(new Set(drawings).size).toBe(10);
  for (const unknown of [77, -1, 1.5]) expect(sourceOf(unknown)).toBe(sourceOf(0));
});

test('[UI-07] [RL-18] a date is shown in UTC, with the local time as its tooltip', () => {
  const stored = '2026-11-05 12:00:00.123Z';
  const html = renderToStaticMarkup(<DateTime value={stored} milliseconds />);
  expect(html.replace(/<[^>]*>/g, '')).toBe('2026-11-05 12:00:00.123 UTC');
  expect(html).toContain(`data-tooltip="${formatLocal(stored)}"`);
  expect(renderToStaticMarkup(<DateTime value="" />)).toContain('N/A');
});
