/** Shown in place of a secret that the server does not return, and returned by the server for it. */
export const SECRET_MASK = '******';
