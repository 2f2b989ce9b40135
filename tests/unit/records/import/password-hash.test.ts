import { expect, test } from 'vitest';
import { hashMethod } from '#domain/records/import/values.ts';

const HEX = '0123456789abcdef';

test.each([
  ['bcrypt', '$2b$12$KIXQ1Zx0c7bq8m7o4o9bUeYb0sI8b1mB8m3H1b1o0m9gk9l7n2C6W'],
  ['bcrypt', '$2y$10$abcdefghijklmnopqrstuuA7l8X4a2c0yQe0aJ6m1l9Q3b7t8u9vW'],
  ['bcrypt', 'bcrypt_sha256$$2b$12$KIXQ1Zx0c7bq8m7o4o9bUeYb0sI8b1mB8m3H1b1o0m9gk9l7n2C6W'],
  ['bcrypt', '{CRYPT}$2a$10$KIXQ1Zx0c7bq8m7o4o9bUeYb0sI8b1mB8m3H1b1o0m9gk9l7n2C6W'],
  ['bcrypt', '$wp$2y$10$abcdefghijklmnopqrstuuA7l8X4a2c0yQe0aJ6m1l9Q3b7t8u9vW'],
  ['argon2', '$argon2id$v=19$m=65536,t=3,p=4$c2FsdHNhbHQ$UGFzc3dvcmRIYXNo'],
  ['argon2', 'argon2$argon2i$v=19$m=512,t=2,p=2$c2FsdA$aGFzaA'],
  ['scrypt', 'scrypt:32768:8:1$salt$0123abcd'],
  ['scrypt', '$scrypt$ln=16,r=8,p=1$aM15713r3Xsvxbi31lqr1Q$nFNh2CVHVjNldFVKDHDlm4CbdRSCdEBsjjJxD+iCs5E'],
  ['pbkdf2', 'pbkdf2_sha256$600000$salt$aGFzaGFzaA='],
  ['pbkdf2', 'pbkdf2:sha256:260000$salt$0123abcd'],
  ['pbkdf2', '$pbkdf2-sha512$25000$salt$hash'],
  ['pbkdf2', '{PBKDF2-SHA256}10000$salt$hash'],
  ['phpass', '$P$B55D6LjfHDkINU5wF.v2BuuzO0/XPk/'],
  ['phpass', '$S$DkIkdKLIvRK0iVHm99X7B/M8QC17E1Tp/kMOd1Ie8V/PgWjtAZld'],
  ['crypt', '$6$saltstring$svn8UoSVapNtMuq1ukKS4tPQd8iKwSMHWjlO'],
  ['crypt', '$1$O3JMY.Tw$AdLnLjQ/5jXF9.MTp3gHv/'],
  ['SHA or MD5', HEX + HEX],
  ['SHA or MD5', `${HEX}${HEX}01234567`],
  ['SHA or MD5', `*${HEX}${HEX}01234567`.toUpperCase()],
  ['SHA or MD5', HEX.repeat(4)],
  ['SHA or MD5', HEX.repeat(8)],
  ['SHA or MD5', '{SSHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g='],
  ['SHA or MD5', 'sha1$salt$0123abcd'],
  ['ASP.NET Identity', `AQAAAAEAACcQAAAAE${'Ab3/'.repeat(16)}==`],
])('[TR-13] a hash is named %s: %s', (method, text) => {
  expect(hashMethod(text)).toBe(method);
});

test.each([
  '',
  'secret-123',
  'correct horse battery staple',
  '$2b$12$short',
  '2b or not 2b, that is it',
  '$100 a day',
  HEX,
  `${HEX}${HEX}x`,
  '123456789012345678901234567890',
  'sharon1987',
  'md5sum-lover',
  'argonaut2$',
  'scrypted',
])('[TR-13] may be a password: %s', (text) => {
  expect(hashMethod(text)).toBeUndefined();
});
