// @ts-check
/*
 * A plugin of Tailwind: the icons that the sources name, as one picture. A browser creates a whole document for every
 * SVG file that masks an element, which took longer than all else before the first screen was painted.
 * Leans on: icon classes are whole words of the sources, of one set. Fails: when the set has no such icon.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import plugin from 'tailwindcss/plugin';

const SOURCES = fileURLToPath(new URL('../src/', import.meta.url));
/** @type {{ icons: Record<string, { body: string }>, width: number }} */
const SET = createRequire(import.meta.url)('@iconify-json/ri/icons.json');
/** Width and height of an icon. */
const SIZE = SET.width;
/**
 * Distance of two icons: none shows an edge of the next one, and all have whole pixels where the element has. Browsers
 * round the size of a picture, which would blur the icons at its end.
 */
const STEP = 2 * SIZE;

/** The names of the icons in the classes of markup and modules. */
function usedIcons() {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(astro|tsx?)$/.test(name),
  );
  const text = files.map((name) => readFileSync(SOURCES + name, 'utf8')).join('\n');
  return [...new Set(text.matchAll(/icon-\[ri--([\w-]+)\]/g).map(([, name = '']) => name))].sort();
}

/**
 * The rules of icons: all show the same picture, each another part.
 *
 * @param {readonly string[]} names
 * @returns {Record<string, Record<string, string>>}
 */
export function iconRules(names) {
  const parts = names.map((name, index) => {
    const icon = SET.icons[name];
    if (!icon) throw new Error(`There is no icon ri--${name}.`);
    const shape = icon.body.replaceAll('"', "'").replaceAll(" fill='currentColor'", '');
    return `<g transform='translate(0 ${index * STEP})'>${shape}</g>`;
  });
  const height = (names.length - 1) * STEP + SIZE;
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 ${SIZE} ${height}' width='${SIZE}' height='${height}'>${parts.join('')}</svg>`;
  const url = svg.replace(/[%<>#]/g, encodeURIComponent);
  // A percentage moves the picture by this part of what it is larger than the element.
  const step = Number((100 / Math.max(names.length - 1, 1)).toFixed(6));
  return {
    '[class*="icon-["]': {
      'background-color': 'currentColor',
      // Only the position has a variable: a browser makes a new picture of a URL beside one whenever it styles the
      // element, and paints it again.
      mask: `url("data:image/svg+xml,${url}") 0 0/100% ${(100 * height) / SIZE}% no-repeat`,
      'mask-position': `0 calc(var(--icon)*${step}%)`,
    },
    ...Object.fromEntries(
      names.map((name, index) => [`.icon-\\[ri--${name}\\]`, { '--icon': String(index) }]),
    ),
  };
}

export default plugin(({ addBase }) => addBase(iconRules(usedIcons())));
