const NEW_PASSWORD = '1234567890';

/** Only the reader knows these values; tests put real ones in their place. */
export const placeholders = {
  recordId: 'RECORD_ID',
  identity: 'YOUR_USERNAME_OR_EMAIL',
  password: 'YOUR_PASSWORD',
  /** Long enough for the collection. */
  newPassword: (minLength: number): string => NEW_PASSWORD.padEnd(minLength, NEW_PASSWORD),
  username: 'test_username',
  email: 'test@example.com',
  newEmail: 'new@example.com',
  verificationToken: 'VERIFICATION_TOKEN',
  passwordResetToken: 'PASSWORD_RESET_TOKEN',
  emailChangeToken: 'EMAIL_CHANGE_TOKEN',
  adminEmail: 'YOUR_ADMIN_EMAIL',
  adminPassword: 'YOUR_ADMIN_PASSWORD',
  provider: 'google',
  otpId: 'OTP_ID',
  oneTimePassword: 'PASSWORD_FROM_MAIL',
  relationIds: (count: number): readonly string[] =>
    Array.from({ length: count }, (_, index) => `RELATION_RECORD_ID${index === 0 ? '' : `_${index + 1}`}`),
};

export type Placeholders = Readonly<typeof placeholders>;
