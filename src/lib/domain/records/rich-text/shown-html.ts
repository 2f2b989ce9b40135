import { truncate } from '../cell-text.ts';

/**
 * Elements of stored rich text that are shown beside the dashboard's own; of any other only the content is.
 * Landmarks, dialogs and controls are the dashboard's.
 */
export const SHOWN_TAGS: readonly string[] = (
  'a abbr audio b bdi bdo big blockquote br caption center cite code col colgroup dd del details dfn div dl dt em ' +
  'figcaption figure font h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q rp rt ruby s samp small source ' +
  'span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var video wbr'
).split(' ');

/**
 * Attributes that such elements keep. None of them finds a rule of the dashboard's style sheet or a script of it,
 * takes part in the focus order, positions, speaks to assistive technology in the dashboard's name, or gives the
 * host of a link a background to vanish in.
 */
export const SHOWN_ATTRIBUTES: readonly string[] = (
  'align alt border cellpadding cellspacing cite color colspan controls datetime dir face height href lang ' +
  'open reversed rowspan scope size span src start title type valign value width'
).split(' ');

/** Characters of an address that has no host. */
const TARGET_LIMIT = 80;

/**
 * Where a link leads, to be read beside it: the host of its address, or the whole address where there is none,
 * as of `mailto:`. Undefined when it is no address at all.
 * @param base what a relative address counts from
 */
export function linkTarget(href: string, base: string): string | undefined {
  if (!URL.canParse(href, base)) return undefined;
  const { host, protocol, pathname } = new URL(href, base);
  return host || truncate(`${protocol}${pathname}`, TARGET_LIMIT);
}
