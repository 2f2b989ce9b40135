// @ts-check
/*
 * Makes the icons of the page's styles one picture, in the style sheet that the sign-in page does without.
 * Leans on: the rules that Iconify's Tailwind plugin writes. Fails: when there are none, or one has another form.
 */

/** A rule of one icon class, `.icon-\[ri--add-line\]{...}`. Its picture is percent-encoded, so it contains no brace. */
const ICON_RULE = /(?<=^|[{}])(\.icon-\\\[(?:[^{}\\]|\\.)+)\{([^{}]*)\}/g;
/** The picture of an icon. */
const PICTURE = /--svg:url\("data:image\/svg\+xml,([^"]*)"\);?/;
/** The declarations that show the picture; the sprite has its own. */
const MASK = /(?:-webkit-)?mask(?:-[a-z]+)?:[^;]*(?:;|$)/g;
const VIEW_BOX = /^<svg\b[^>]*\bviewBox=['"]0 0 (\d+) (\d+)['"][^>]*>([\s\S]*)<\/svg>$/;
/** Matches every icon; a list of all selectors would be longer than the rest. */
const ANY_ICON = '[class*="icon-["]';
/** Width and height of an icon in the sprite. */
const SIZE = 24;
/**
 * Distance of two icons: none shows an edge of the next one, and all have whole pixels where the element has. Browsers
 * round the size of a picture, which would blur the icons at its end.
 */
const STEP = 2 * SIZE;
/** The text of a style element. */
const STYLE = /(?<=<style\b[^>]*>)[\s\S]*?(?=<\/style>)/g;

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
 * @typedef {{ selector: string, style: string, picture: string }} Icon
 */

/**
 * Separates the icons from the rest of a style sheet: they are a third of its bytes, and the sign-in page shows none.
 *
 * @param {string} css minified, as built
 * @returns {{ main: string, icons: Icon[] }}
 */
export function splitIcons(css) {
  /** @type {Icon[]} */
  const icons = [];
  const main = css.replace(ICON_RULE, (rule, /** @type {string} */ selector, /** @type {string} */ body) => {
    const [, encoded] = PICTURE.exec(body) ?? [];
    if (encoded === undefined) throw new Error(`The rule of an icon has no picture: ${rule.slice(0, 200)}`);
    const style = body.replace(PICTURE, '').replace(MASK, '').replace(/;$/, '');
    icons.push({ selector, style, picture: decodeURIComponent(encoded) });
    return '';
  });
  return { main, icons };
}

/**
 * Leaves two decimals of each number: a hundredth of a pixel shows nowhere, and the rest is 0.3 kB. 0.999 becomes 0.99,
 * because a digit before the point may belong to the number before it.
 *
 * @param {string} shape
 */
const roundDecimals = (shape) =>
  shape.replace(/\.\d{3,}/g, (decimals) => {
    const hundredths = Math.min(99, Math.round(Number(decimals) * 100));
    return `.${String(hundredths).padStart(2, '0')}`;
  });

/**
 * The picture in the sprite.
 *
 * @param {Icon} icon
 * @param {number} index
 */
function part({ selector, picture }, index) {
  const [, width, height, content] = VIEW_BOX.exec(picture) ?? [];
  if (content === undefined || width !== height)
    throw new Error(`The picture of ${selector} is no square: ${picture.slice(0, 200)}`);
  const scale = Number(width) === SIZE ? '' : ` scale(${SIZE / Number(width)})`;
  const shape = roundDecimals(content).replaceAll('"', "'").replaceAll(" fill='black'", '');
  return `<g transform='translate(0 ${index * STEP})${scale}'>${shape}</g>`;
}

/**
 * The style sheet of the icons. All are parts of one picture: a browser creates a whole document for every SVG file
 * that masks an element, which took longer than all else before the first screen was painted. The rules are in a layer
 * below the utilities, so that a size class still overrides their own size.
 *
 * @param {readonly Icon[]} icons
 * @param {string} layers the order of the layers as a CSS statement
 * @param {string} [any] matches all of them; without it, every icon but those of later sheets
 */
export function iconSheet(icons, layers, any = ANY_ICON) {
  const unique = [...new Map(icons.map((icon) => [icon.selector, icon])).values()];
  const height = (unique.length - 1) * STEP + SIZE;
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 ${SIZE} ${height}' width='${SIZE}' height='${height}'>${unique.map(part).join('')}</svg>`;
  const url = svg.replace(/[%<>#]/g, encodeURIComponent);
  // A percentage moves the picture by this part of what it is larger than the element.
  const step = Number((100 / Math.max(unique.length - 1, 1)).toFixed(6));
  // Only the position has a variable: a browser makes a new picture of a URL beside one whenever it styles the element,
  // and paints it again.
  const mask = `mask:url("data:image/svg+xml,${url}") 0 0/100% ${(100 * height) / SIZE}% no-repeat;mask-position:0 calc(var(--icon)*${step}%)`;
  const [style = '', ...others] = new Set(unique.map((icon) => icon.style));
  if (others.length) throw new Error(`The icons have different styles: ${[style, ...others].join(' and ')}`);
  const positions = unique.map(({ selector }, index) => `${selector}{--icon:${index}}`);
  return `${layers}@layer components{${any}{${style};${mask}}${positions.join('')}}`;
}

/**
 * Separates the icons from the page's styles.
 *
 * @param {string} html
 * @param {(selector: string) => boolean} isEarly whether the first screens show an icon
 * @returns {{ page: string, icons: string, late: string }} the page without them, the sheet of the early ones, and that
 *   of the others
 * @throws {Error} when there is no icon, because Iconify writes them in another way
 */
export function moveIcons(html, isEarly) {
  /** @type {string[]} */
  const styles = [];
  /** @type {Icon[]} */
  const found = [];
  const withoutIcons = html.replace(STYLE, (css) => {
    const { main, icons } = splitIcons(css);
    styles.push(css);
    found.push(...icons);
    return main;
  });
  if (!found.length) throw new Error('The styles of the page have no icons (build/icons.mjs).');
  const layers = layerOrder(styles.join(''));
  const early = found.filter(({ selector }) => isEarly(selector));
  const others = found.filter((icon) => !early.includes(icon));
  // A list, not `:is()`: browsers look up a class, and try every element on the rest.
  const names = [...new Set(others.map(({ selector }) => selector))].join();
  return {
    page: withoutIcons,
    icons: iconSheet(early, layers),
    late: others.length ? iconSheet(others, layers, names) : '',
  };
}
