import { truncate } from '#domain/app/value-text.ts';

/**
 * Elements of stored rich text that are displayed; of any other element only the content is. Landmarks, dialogs and
 * controls are reserved for the dashboard.
 */
export const SHOWN_TAGS: readonly string[] = (
  'a abbr audio b bdi bdo big blockquote br caption center cite code col colgroup dd del details dfn div dl dt em ' +
  'figcaption figure font h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q rp rt ruby s samp small source ' +
  'span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var video wbr'
).split(' ');

/**
 * Attributes that such elements keep. None of them matches a rule of the dashboard's style sheet or a selector of its
 * scripts, changes focus order or position, gives assistive technology text that seems to come from the dashboard, or
 * sets a background that hides the host of a link.
 */
export const SHOWN_ATTRIBUTES: readonly string[] = (
  'align alt border cellpadding cellspacing cite color colspan controls datetime dir face height href lang ' +
  'open reversed rowspan scope size span src start title type valign value width'
).split(' ');

/** Number of characters of a URL without host. */
const TARGET_LIMIT = 80;

/**
 * The target of a link, which is shown next to it: the host of its URL, or the whole URL if it has no host, as with
 * `mailto:`. Undefined for an invalid URL.
 * @param base URL that relative URLs are resolved against
 */
export function linkTarget(href: string, base: string): string | undefined {
  if (!URL.canParse(href, base)) return undefined;
  const { host, protocol, pathname } = new URL(href, base);
  return host || truncate(`${protocol}${pathname}`, TARGET_LIMIT);
}
