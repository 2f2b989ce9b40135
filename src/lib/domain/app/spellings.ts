const WORD_START = /(?<![\p{L}\p{M}\p{N}])\p{L}/gu;

/**
 * A text in the spellings in which a search looks for it: as typed, in lower case, in capitals, and with the first
 * letter of each word or of the text in capitals. SQLite's LIKE ignores only the case of ASCII letters, so a text with
 * no others is enough as it is.
 */
export function spellingsOf(text: string): readonly string[] {
  if (!/[^\0-\x7F]/.test(text)) return [text];
  const composed = text.normalize();
  // Only Turkish has two letters i, and Greek capitals have no accents.
  const locales = [
    ...(/[İı]/.test(text) ? [] : ['en']),
    ...(/[Iiİı]/.test(text) && /[çğışöü]/i.test(composed.replace(/İ/g, 'ı')) ? ['tr'] : []),
    ...(/[\u0370-\u03FF]/.test(text) ? ['el'] : []),
  ];
  const forms = locales.flatMap((locale) => {
    const lower = composed.toLocaleLowerCase(locale);
    const first = (letter: string) => letter.toLocaleUpperCase(locale);
    const mixed = [lower.replace(WORD_START, first), lower.replace(/\p{L}/u, first)];
    return [lower, composed.toLocaleUpperCase(locale), ...mixed];
  });
  // At the end of what was typed, a sigma may be that of the middle or of the end of a word.
  const all = [text, composed, ...forms].flatMap((form) =>
    /[Σσ]$/.test(text) ? [form, form.replace(/[σς]$/, (last) => (last === 'σ' ? 'ς' : 'σ'))] : form,
  );
  const folded = all.map((form) => form.replace(/[A-Z]/g, (letter) => letter.toLowerCase()));
  return all.filter((_, index) => folded.indexOf(folded[index] ?? '') === index);
}
