// @ts-check
import { createHash } from 'node:crypto';

/**
 * Names a content, in a file name or a setting: 8 characters, because hashes can't be compressed.
 *
 * @param {string} content
 */
export const shortHash = (content) => createHash('sha256').update(content).digest('hex').slice(0, 8);

/**
 * Replaces a part of the built page.
 *
 * @param {string} html
 * @param {RegExp} part
 * @param {(...groups: string[]) => string} replacement
 * @throws {Error} when the page does not have it: the layout or Astro writes it in another way
 */
export function replacePart(html, part, replacement) {
  if (html.search(part) < 0) throw new Error(`The built page has nothing that matches ${part}.`);
  return html.replace(part, replacement);
}

/**
 * Writes the content of a `<meta>` of the layout.
 *
 * @param {string} html
 * @param {string} name
 * @param {string} content
 */
export function setMeta(html, name, content) {
  const meta = new RegExp(`(<meta\\b[^>]*\\bname="${name}"[^>]*\\bcontent=")("[^>]*>)`);
  return replacePart(html, meta, (_all, before, after) => `${before}${content}${after}`);
}
