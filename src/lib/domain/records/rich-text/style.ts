const hex = (part: string) => Number(part).toString(16).padStart(2, '0');

function normalizeColors(value: string): string {
  return value
    .replace(/rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)/gi, (_, ...parts: string[]) =>
      parts.slice(0, 3).reduce((text, part) => text + hex(part), '#'),
    )
    .replace(/#([\da-f])([\da-f])([\da-f])(?![\da-f])/gi, '#$1$1$2$2$3$3')
    .replace(/#[\da-f]{6}\b/gi, (color) => color.toLowerCase());
}

/** Spaces, formats of colours and the last semicolon make no difference. */
export function normalizeStyle(style: string): string {
  return style
    .split(';')
    .map((declaration) => {
      const colon = declaration.indexOf(':');
      if (colon < 0) return declaration.trim();
      const value = declaration
        .slice(colon + 1)
        .trim()
        .replace(/\s+/g, ' ')
        .replace(/\s*,\s*/g, ',');
      return `${declaration.slice(0, colon).trim().toLowerCase()}:${normalizeColors(value)}`;
    })
    .filter((declaration) => declaration !== '')
    .join(';');
}
