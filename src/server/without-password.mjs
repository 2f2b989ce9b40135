// @ts-check
/**
 * Hides the password of an address, or a token in place of name and password, because messages are logged.
 * @param {string} text also one that is no address
 */
export const withoutPassword = (text) =>
  text.replace(/:(?!\/\/).*@/s, ':***@').replace(/\/\/[^/:@]+@/, '//***@');
