import { expect, test } from 'vitest';
import { iconRules } from '#build/icons.mjs';

test('has all icons in one picture, of which each class shows its own part', () => {
  const { '[class*="icon-["]': shared = {}, ...own } = iconRules(['add-line', 'check-line', 'close-line']);
  const [, encoded = '', place] =
    /^url\("data:image\/svg\+xml,([^"]*)"\) (.*)$/.exec(shared['mask'] ?? '') ?? [];
  const svg = decodeURIComponent(encoded);
  expect(svg).toContain("viewBox='0 0 24 120'");
  expect([...svg.matchAll(/<g transform='translate\(0 (\d+)\)'><path d='/g)].map(([, y]) => y)).toEqual([
    '0',
    '48',
    '96',
  ]);
  // The picture is 120/24 of the element's height: it moves by 0, 48 and 96 of the 96 units that don't fit.
  expect(place).toBe('0 0/100% 500% no-repeat');
  expect(shared['mask-position']).toBe('0 calc(var(--icon)*50%)');
  expect(own).toEqual({
    '.icon-\\[ri--add-line\\]': { '--icon': '0' },
    '.icon-\\[ri--check-line\\]': { '--icon': '1' },
    '.icon-\\[ri--close-line\\]': { '--icon': '2' },
  });
});

test('refuses a name that no icon has', () => {
  expect(() => iconRules(['add-line', 'ad-line'])).toThrow('There is no icon ri--ad-line.');
});
