import { useIsSmall } from '#components/hooks/use-is-small.ts';

/** Heights in px, on small screens large enough for touch; tokens.css repeats them. */
const HEIGHTS = { row: { large: 36, small: 44 }, logRow: { large: 44, small: 76 } } as const;

/** Height of a row in px: one of a single line, as high as a list's header, or one of a log. */
export const useRowHeight = (kind: keyof typeof HEIGHTS = 'row'): number =>
  HEIGHTS[kind][useIsSmall() ? 'small' : 'large'];
