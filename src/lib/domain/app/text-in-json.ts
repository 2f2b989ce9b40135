/** As the backend stores it: Go escapes some characters, `"a\u0026b"`. */
export const storedJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** As it is within {@link storedJson}: `say \"hi\"`. */
export const textInJson = (text: string): string => storedJson(text).slice(1, -1);
