/* For screens, which know no backend. */
export { dialect } from '#wire/dialect.ts';
