import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TINTS } from '#domain/field-types/tint.ts';
import { inRoot } from '#scripts/lib/paths.ts';

const read = (path: string) => readFileSync(inRoot(`src/layouts/styles/${path}`), 'utf8');

type Rgb = readonly [red: number, green: number, blue: number];

type Oklch = readonly [lightness: number, chroma: number, hue: number, alpha: number];

function numbersOf(text: string): Oklch {
  const [lightness = 0, chroma = 0, hue = 0, alpha = 1] = [...text.matchAll(/[\d.]+/g)].map(Number);
  return [lightness, chroma, hue, alpha];
}

/** Linear sRGB of `oklch(65% 0.14 25 / 0.18)`, clipped to the gamut, and the opacity. */
const parseOklch = (text: string) => toRgb(numbersOf(text));

function toRgb([lightness, chroma, hue, alpha]: Oklch): { rgb: Rgb; alpha: number } {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const at = (first: number, second: number) => (lightness / 100 + first * a + second * b) ** 3;
  const [l, m, s] = [
    at(0.3963377774, 0.2158037573),
    at(-0.1055613458, -0.0638541728),
    at(-0.0894841775, -1.291485548),
  ];
  const clip = (value: number) => Math.min(1, Math.max(0, value));
  const rgb = [
    clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ] as const;
  return { rgb, alpha };
}

const encode = (value: number) => (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055);
const decode = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

/** The colour over another one; browsers blend encoded values. */
const over = (front: string, back: Rgb): Rgb => {
  const { rgb, alpha } = parseOklch(front);
  const [red, green, blue] = rgb.map((value, index) =>
    decode(encode(value) * alpha + encode(back[index] ?? 0) * (1 - alpha)),
  );
  return [red ?? 0, green ?? 0, blue ?? 0];
};

const luminance = ([red, green, blue]: Rgb) => 0.2126 * red + 0.7152 * green + 0.0722 * blue;

function contrast(one: Rgb, other: Rgb): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const tokens = read('tokens.css');
const tints = [...tokens.matchAll(/--tint-(\d): (oklch\([^)]*\));/g)].map(([, , value]) => value ?? '');
const themes = read('themes.css').split('@plugin').slice(1);

test('there are as many tints as values are given', () => {
  expect(tints).toHaveLength(TINTS);
  expect(new Set(tints).size).toBe(TINTS);
});

test.each(themes.map((text) => [/name: "([^"]+)"/.exec(text)?.[1], text] as const))(
  'text on each tint is AA in the theme %s',
  (_, theme) => {
    const colour = (name: string) =>
      parseOklch(new RegExp(`--color-${name}: (oklch\\([^)]*\\));`).exec(theme)?.[1] ?? '').rgb;
    for (const surface of ['base-100', 'base-200', 'base-300']) {
      for (const tint of tints) {
        expect(contrast(colour('base-content'), over(tint, colour(surface)))).toBeGreaterThan(4.5);
      }
    }
  },
);

const colourOf = (text: string, name: string) =>
  new RegExp(`--${name}: (oklch\\([^)]*\\));`).exec(text)?.[1] ?? '';

/** The colours that text may have. */
const TEXTS = ['base-content', 'primary', 'info', 'success', 'warning', 'error'];

test.each(themes.map((text) => [/name: "([^"]+)"/.exec(text)?.[1], text] as const))(
  'surfaces rise in three steps, with text of 4.5:1 and borders of 3:1 on each, in the theme %s',
  (name, theme) => {
    const page = colourOf(theme, 'color-base-100');
    // The light theme has shadows instead.
    const steps =
      name === 'atoll' ? [] : ['surface-panel', 'surface-raised'].map((step) => colourOf(tokens, step));
    const content = colourOf(theme, 'color-base-content');
    /** `color-mix()` in oklch, as the tokens have it. */
    const mixed = (token: string) => {
      const mix = `--color-${token}: color-mix\\(in oklch, var\\(--color-base-content\\) (\\d+)%, var\\(--color-base-100\\)\\)`;
      const share = Number(new RegExp(mix).exec(tokens)?.[1]) / 100;
      const [one, other] = [numbersOf(content), numbersOf(page)];
      const at = (index: 0 | 1 | 2) => one[index] * share + other[index] * (1 - share);
      return toRgb([at(0), at(1), at(2), 1]).rgb;
    };
    const surfaces = [colourOf(theme, 'color-base-200'), page, ...steps];
    for (const [at, surface] of surfaces.entries()) {
      const under = parseOklch(surface).rgb;
      for (const text of TEXTS) {
        expect(contrast(parseOklch(colourOf(theme, `color-${text}`)).rgb, under), text).toBeGreaterThan(4.5);
      }
      expect(contrast(mixed('muted'), under)).toBeGreaterThan(4.5);
      expect(contrast(mixed('line'), under)).toBeGreaterThan(3);
      if (at && name !== 'atoll') {
        expect(numbersOf(surface)[0]).toBeGreaterThanOrEqual(numbersOf(surfaces[at - 1] ?? '')[0] + 3);
      }
    }
  },
);
