/** Shown in place of a secret that the server does not return, and returned by the server for it. */
export const SECRET_MASK = '******';

/** The value of a form in whose field the text of the mask was typed: no field takes a carriage return. */
export const TYPED_MASK = `${SECRET_MASK}\r`;
