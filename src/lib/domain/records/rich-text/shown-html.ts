import { truncate } from '#domain/app/value-text.ts';

/** Of any other element only the content is shown: landmarks, dialogs and controls are reserved for the dashboard. */
export const SHOWN_TAGS: readonly string[] = (
  'a abbr audio b bdi bdo big blockquote br caption center cite code col colgroup dd del details dfn div dl dt em ' +
  'figcaption figure font h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q rp rt ruby s samp small source ' +
  'span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var video wbr'
).split(' ');

/**
 * They match no style or script of the dashboard, change neither focus nor position, give assistive technology no text
 * that seems to come from the dashboard, and hide no host of a link.
 */
export const SHOWN_ATTRIBUTES: readonly string[] = (
  'align alt border cellpadding cellspacing cite color colspan controls datetime dir face height href lang ' +
  'open reversed rowspan scope size span src start title type valign value width'
).split(' ');

/** Of a URL without host, in characters. */
const TARGET_LIMIT = 80;

/** Shown next to a link: the host, or the whole URL without one, as `mailto:`. `base` resolves relative URLs. */
export function linkTarget(href: string, base: string): string | undefined {
  if (!URL.canParse(href, base)) return undefined;
  const { host, protocol, pathname } = new URL(href, base);
  return host || truncate(`${protocol}${pathname}`, TARGET_LIMIT);
}
