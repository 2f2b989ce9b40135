/** A text as the backend stores it within JSON, which Go writes: `say \"hi\"`, `a\u0026b`. */
export const textInJson = (text: string): string =>
  JSON.stringify(text)
    .slice(1, -1)
    .replace(/[<>&\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
