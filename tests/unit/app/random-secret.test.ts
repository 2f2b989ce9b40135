import { expect, test } from 'vitest';
import { randomId, randomSecret } from '#domain/app/random-secret.ts';

test('secrets have letters and digits, ids have the length and the letters of the backend', () => {
  expect(randomSecret(50)).toMatch(/^[A-Za-z0-9]{50}$/);
  expect(randomId()).toMatch(/^[a-z0-9]{15}$/);
  expect(randomSecret(9, 'x')).toBe('x'.repeat(9));
});

test('no letter is more likely than the others', () => {
  // One byte is left over from 255 letters. Given to the first one, it would come twice as often as the others.
  const letters = String.fromCharCode(...Array.from({ length: 255 }, (_, index) => 0x4e00 + index));
  const secret = randomSecret(60_000, letters);
  expect(secret).toHaveLength(60_000);
  expect(secret.split(letters.charAt(0)).length - 1).toBeLessThan(350);
});
