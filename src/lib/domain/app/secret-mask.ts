/** Shown in place of a stored secret. */
export const SECRET_MASK = '******';
