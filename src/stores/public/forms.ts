import { confirmUserEmailChange, confirmUserReset } from '#api/public/confirm.ts';
import { createTokenForm } from './create-token-form.ts';

export const userResetForm = createTokenForm({
  initial: { password: '', passwordConfirm: '' },
  send: confirmUserReset,
  mayBeDone: 'Stopped waiting. Your new password may have been set: try to sign in with it.',
});

export const userEmailChangeForm = createTokenForm({
  initial: { password: '' },
  send: confirmUserEmailChange,
  mayBeDone: 'Stopped waiting. Your email address may have been changed: try to sign in with the new one.',
});
