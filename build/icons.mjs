// @ts-check
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';

/** A rule of one icon class, `.icon-\[ri--add-line\]{...}`. Its picture is percent-encoded, so it contains no brace. */
const ICON_RULE = /(?<=^|[{}])\.icon-\\\[(?:[^{}\\]|\\.)+\{[^{}]*\}/g;
const META = /(<meta\b[^>]*\bname="atoll-icons"[^>]*\bcontent=")("[^>]*>)/;

/**
 * The order of a style sheet's layers as a CSS statement. The icons may come before their sheet in the page, and
 * the first mention of a layer sets its position.
 *
 * @param {string} css
 */
function layerOrder(css) {
  const names = [...css.matchAll(/@layer\s+([^;{]+)[;{]/g)].flatMap(([, list = '']) => list.split(','));
  const top = names.map((name) => name.trim().split('.')[0] ?? '').filter((name) => name !== '');
  return `@layer ${[...new Set(top)].join(',')};`;
}

/**
 * Separates the icons from the rest of a style sheet: they are a third of its bytes, and the sign-in page shows
 * none. The icons go to a layer below the utilities, so that a size class still overrides their own size.
 *
 * @param {string} css minified, as built
 * @returns {{ main: string, icons: string }} `icons` is empty when there are none
 */
export function splitIcons(css) {
  const rules = css.match(ICON_RULE) ?? [];
  const icons = rules.length ? `${layerOrder(css)}@layer components{${rules.join('')}}` : '';
  return { main: css.replace(ICON_RULE, ''), icons };
}

/**
 * Moves the icons of the page's style sheets to a separate file and writes its address to the page's
 * `<meta name="atoll-icons">` for the pre-paint script.
 *
 * @param {string} html
 * @param {string[]} styles page-relative URLs
 * @param {URL} clientDir folder of the built page
 * @returns {Promise<string>} the page, unchanged when there is no icon or no meta
 */
export async function moveIcons(html, styles, clientDir) {
  if (!META.test(html)) return html;
  const sheets = await Promise.all(
    styles.map(async (url) => {
      const file = new URL(url, clientDir);
      return { file, ...splitIcons(await readFile(file, 'utf8')) };
    }),
  );
  const icons = sheets.map((sheet) => sheet.icons).join('');
  if (!icons) return html;
  const name = `./assets/icons.${createHash('sha256').update(icons).digest('hex').slice(0, 8)}.css`;
  await writeFile(new URL(name, clientDir), icons);
  for (const { file, main } of sheets) await writeFile(file, main);
  return html.replace(META, `$1${name}$2`);
}
