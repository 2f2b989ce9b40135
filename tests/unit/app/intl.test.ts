import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inRoot } from '#scripts/lib/paths.ts';

/** What these do with a language is asked for long after the first screen. */
const LATER = [
  'lib/domain/app/zone.ts',
  'lib/domain/logs/chart-text.ts',
  'lib/domain/records/import/key-filter.ts',
  'stores/factories/create-named-items.ts',
];

test('no code of first screens uses Intl, whose first use takes 10 to 28 ms', () => {
  const sources = readdirSync(inRoot('src'), { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.(tsx?|astro)$/.test(path),
  );
  const using = sources.filter((path) =>
    /\bIntl\.|\.localeCompare\(|\.toLocale\w*String\(/.test(readFileSync(inRoot('src', path), 'utf8')),
  );
  expect(using.sort()).toEqual(LATER);
});
