import type { SchemaField } from '#domain/collections/collection.ts';

/** Values in samples that only the reader knows; tests replace them with real ones. */
export interface Placeholders {
  readonly recordId: string;
  readonly identity: string;
  readonly password: string;
  /** Password of a new account, or the new one of a password change; long enough for the collection. */
  readonly newPassword: (minLength: number) => string;
  readonly username: string;
  readonly email: string;
  readonly newEmail: string;
  readonly verificationToken: string;
  readonly passwordResetToken: string;
  readonly emailChangeToken: string;
  readonly adminEmail: string;
  readonly adminPassword: string;
  /** Name of an OAuth2 provider in requests. */
  readonly provider: string;
  /** Ids of records to which a relation field points. */
  readonly relationIds: (field: SchemaField, count: number) => readonly string[];
}

const NEW_PASSWORD = '1234567890';

/** The placeholders that the API docs show. */
export const placeholders: Placeholders = {
  recordId: 'RECORD_ID',
  identity: 'YOUR_USERNAME_OR_EMAIL',
  password: 'YOUR_PASSWORD',
  newPassword: (minLength) => NEW_PASSWORD.padEnd(minLength, NEW_PASSWORD),
  username: 'test_username',
  email: 'test@example.com',
  newEmail: 'new@example.com',
  verificationToken: 'VERIFICATION_TOKEN',
  passwordResetToken: 'PASSWORD_RESET_TOKEN',
  emailChangeToken: 'EMAIL_CHANGE_TOKEN',
  adminEmail: 'YOUR_ADMIN_EMAIL',
  adminPassword: 'YOUR_ADMIN_PASSWORD',
  provider: 'google',
  relationIds: (_field, count) =>
    Array.from({ length: count }, (_, index) => `RELATION_RECORD_ID${index === 0 ? '' : `_${index + 1}`}`),
};
