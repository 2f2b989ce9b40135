// @ts-check
/** Hides passwords and tokens in an address, because messages are logged. @param {string} text also one that is none */
export const withoutPassword = (text) =>
  text.replace(/:(?!\/\/).*@/s, ':***@').replace(/\/\/[^/:@]+@/, '//***@');
