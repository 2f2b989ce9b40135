import { flagField, type SettingValues, textField } from '#domain/app/settings-fields.ts';
import { avatarOf, type Identity } from '#domain/backend/identity.ts';

export const ADMIN_SECRET_LENGTH = 32;

/** @param word what people call an administrator */
export const adminTexts = (word: string) =>
  ({
    created: `Successfully created ${word}.`,
    updated: `Successfully updated ${word}.`,
    deleted: `Successfully deleted ${word}.`,
    delete: `Do you really want to delete the selected ${word}?`,
    mayBeDeleted: `Stopped waiting. The ${word} may still have been deleted.`,
    found: (created: string) =>
      `The last try got no response, but ${word === 'admin' ? 'an' : 'a'} ${word} with this email is stored: created ${created}. Do you want to go on with it?`,
    gone: `The ${word} was deleted elsewhere. Changes can no longer be saved.`,
    draft: `The ${word} has previous unsaved changes.`,
    signInAgain: 'Your password was changed. Please sign in again.',
    askEmail:
      'A new email ends your session on all devices. Do you want to save it, and sign in again with it?',
    emailChanged: 'Your email was changed. Please sign in again.',
  }) as const;

/** The fields of the panel; a draft contains none of the secrets. */
export const ADMIN_FIELDS = {
  email: textField('Email'),
  avatar: { label: 'Avatar', read: avatarOf },
  /** Whether the passwords are sent; a new administrator always gets one. */
  changePassword: { ...flagField('Change password'), isSecret: true },
  password: { ...textField('Password'), isSecret: true },
  passwordConfirm: { ...textField('Password confirm'), isSecret: true },
} as const;

export type AdminValues = SettingValues<typeof ADMIN_FIELDS>;

export const adminValues = ({ email, avatar }: Pick<Identity, 'email' | 'avatar'>): AdminValues => ({
  email,
  avatar: avatarOf(avatar),
  changePassword: false,
  password: '',
  passwordConfirm: '',
});

/** The values of an empty panel. */
export const NEW_ADMIN = { ...adminValues({ email: '', avatar: 0 }), changePassword: true };

/** Passwords that would not be sent are no edits. */
export function isAdminChanged(values: AdminValues, base: AdminValues): boolean {
  const { email, avatar, changePassword, password, passwordConfirm } = values;
  return (
    email !== base.email ||
    avatar !== base.avatar ||
    changePassword !== base.changePassword ||
    (changePassword && (password !== '' || passwordConfirm !== ''))
  );
}
