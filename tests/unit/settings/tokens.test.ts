import { expect, test } from 'vitest';
import { randomSecret } from '#domain/app/random-secret.ts';
import { describeDuration, TOKEN_FIELDS, TOKEN_GROUPS } from '#domain/settings/tokens.ts';

test.each([
  [undefined, ''],
  [0, ''],
  [59, ''],
  [60.5, ''],
  [60, '1 minute'],
  [1800, '30 minutes'],
  [3661, '1 hour 1 minute 1 second'],
  [1209600, '14 days'],
  [94_608_000, '1,095 days'],
  [-120, ''],
])('%s seconds are described as "%s"', (seconds, text) => {
  expect(describeDuration(seconds)).toBe(text);
});

test('each token has a duration and a secret', () => {
  const paths = TOKEN_GROUPS.flatMap(({ tokens }) =>
    tokens.flatMap((token) => [`tokens.${token}.duration`, `tokens.${token}.secret`]),
  );
  expect(Object.keys(TOKEN_FIELDS).toSorted()).toEqual(paths.toSorted());
  for (const [path, field] of Object.entries(TOKEN_FIELDS))
    expect(field.isSecret === true).toBe(path.endsWith('.secret'));
});

test('[TK-04] a secret has 50 letters and digits and is never the same', () => {
  const secrets = Array.from({ length: 200 }, () => randomSecret(50));
  for (const secret of secrets) expect(secret).toMatch(/^[A-Za-z0-9]{50}$/);
  expect(new Set(secrets).size).toBe(200);
  // Each character of the alphabet appears: 10,000 draws of 62.
  expect(new Set(secrets.join('')).size).toBe(62);
});
