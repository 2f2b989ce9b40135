// @ts-check
/**
 * Hides the password of an address, because messages are logged.
 * @param {string} text also one that is no address
 */
export const withoutPassword = (text) => text.replace(/:(?!\/\/).*@/s, ':***@');
