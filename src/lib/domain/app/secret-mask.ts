/** In place of a secret: the server returns it, and takes it for the stored one. */
export const SECRET_MASK = '******';

/** Stands for a typed mask: no field takes a carriage return. */
export const TYPED_MASK = `${SECRET_MASK}\r`;
