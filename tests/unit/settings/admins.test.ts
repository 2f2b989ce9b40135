import { describe, expect, it } from 'vitest';
import { draftOf, parseSettingsDraft } from '#domain/app/settings-draft.ts';
import { ADMIN_FIELDS, adminValues, isAdminChanged, NEW_ADMIN } from '#domain/settings/admin-fields.ts';
import { adminSort } from '#domain/settings/admins.ts';

const stored = adminValues({ email: 'ann@example.com', avatar: 3 });
const passwords = { password: 'secret-word-1', passwordConfirm: 'secret-word-2' };

describe('the sort in the address', () => {
  it('[AD-04] [AD-05] is used if it names columns, else the newest come first', () => {
    expect(['-email', '+id', 'updated'].map(adminSort)).toEqual(['-email', '+id', 'updated']);
    expect([undefined, '', 'avatar', '-nope', 'email,(1=1)'].map(adminSort)).toEqual(
      new Array(5).fill('-created'),
    );
  });
});

describe('changes', () => {
  it('[AD-09] [AD-12] are another email, avatar or wish to change the password', () => {
    expect(isAdminChanged(stored, stored)).toBe(false);
    expect(isAdminChanged({ ...stored, email: 'x' }, stored)).toBe(true);
    expect(isAdminChanged({ ...stored, avatar: 4 }, stored)).toBe(true);
    expect(isAdminChanged({ ...stored, changePassword: true }, stored)).toBe(true);
  });

  it('[AD-12] are typed passwords of a new admin, but none that would not be sent', () => {
    expect(isAdminChanged(NEW_ADMIN, NEW_ADMIN)).toBe(false);
    expect(isAdminChanged({ ...NEW_ADMIN, password: 'x' }, NEW_ADMIN)).toBe(true);
    expect(isAdminChanged({ ...NEW_ADMIN, passwordConfirm: 'x' }, NEW_ADMIN)).toBe(true);
    expect(isAdminChanged({ ...stored, ...passwords }, stored)).toBe(false);
  });
});

describe('a draft', () => {
  it('never contains a password, nor takes one from storage', () => {
    const typed = { ...stored, ...passwords, changePassword: true, email: 'new@example.com' };
    expect(draftOf(ADMIN_FIELDS, stored, typed)).toEqual({ email: 'new@example.com' });
    const text = JSON.stringify({ ...typed, avatar: 5 });
    expect(parseSettingsDraft(ADMIN_FIELDS, stored, text)?.edits).toEqual({
      email: 'new@example.com',
      avatar: 5,
    });
  });

  it('ignores an avatar that does not exist, and values of another type', () => {
    for (const avatar of [10, -1, 1.5, '3', null])
      expect(parseSettingsDraft(ADMIN_FIELDS, stored, JSON.stringify({ avatar }))).toBeUndefined();
    expect(parseSettingsDraft(ADMIN_FIELDS, stored, JSON.stringify({ email: 1 }))).toBeUndefined();
  });
});
