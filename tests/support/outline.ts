import { type ElementHandle, expect, type Locator, type Page } from '@playwright/test';
import { compareWithFile, outlineOnFile } from './outline-files.ts';

/** Values that differ in every run. */
const MASKS: readonly (readonly [RegExp, string])[] = [
  [/https?:\/\/(127\.0\.0\.1|localhost):\d+/g, '<origin>'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, '<token>'],
  [/\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d+)?( ?UTC|Z)?/g, '<time>'],
  // Only as the whole text of an element: labels contain dates, too.
  [/(?<=[|…] )\d{4}-\d\d-\d\d(?= […·]|$)/gm, '<time>'],
  [/\b\d\d:\d\d:\d\d(\.\d+)? UTC/g, '<time>'],
  [/(?<!\d)\d{14}(?!\d)/g, '<stamp>'],
  [/\bpb_settings_test_\w+/g, 'pb_settings_test_<id>'],
  // The second time of a span follows `%7E`, which is no border of a word.
  [/(?<!\d)\d{4}-\d\d-\d\dT\d\d%3A\d\dZ/g, '<time>'],
  [/\b(created|updated) (… )?(now|\d+ (s|min|h|d) ago)/g, '$1 <ago>'],
  [/(?<=[|…] )(now|\d+ (s|min|h|d) ago)(?= […·]|$)/gm, '<ago>'],
  [/\b[A-Z][a-z]{2} \d{1,2}, \d{1,2} [AP]M\b/g, '<hour>'],
  [/\b\d+(\.\d+)? KB/g, '<size>'],
  [/\b\d+(\.\d+)? ?ms\b/g, '<ms>'],
  [/\b(more than )?\d+(\.\d+)? times faster/g, '<n> times faster'],
  // Columns are as wide as their content in the font of the machine.
  [/aria-valuenow="\d+" aria-valuetext="\d+ pixels"/g, 'aria-valuenow="<px>" aria-valuetext="<px>"'],
  [/(?<=output \| )\w{15,40}$/gm, '<password>'],
  // Names that are used once in a run.
  // Its letters may all be digits.
  [/\bbackup_create_\w{5}\b/g, 'backup_create_<id>'],
  [/\b([a-z_]+)_\d{1,8}\b/g, '$1_<n>'],
  [/_r\w+_/g, '<ref>'],
  [/(?<=\.html\?v=)[\w-]+/g, '<hash>'],
  [/_\w{10}\.(\w{3,4})\b/g, '<id>.$1'],
  [/\bidx_\w{5,7}\b/g, 'idx_<id>'],
  // Of records and fields. A random word of 8 letters is an id only where it is said.
  [/(?<=\b|\\n|%22)(?<![.-])([a-z\d]{15}|(?=[a-z]*\d)[a-z\d]{8})\b/g, '<id>'],
];

/**
 * What users and assistive technology find in the topmost dialog, else on the screen, one line per element: its role,
 * the attributes that say or do something, the text. An only child stands on the line of its parent; texts beside each
 * other share one. Without what only looks or is for scripts: icons, classes, tags without a role, other `data-`
 * attributes.
 */
async function outline(page: Page, part?: ElementHandle | null): Promise<string> {
  const text = await page.evaluate((part) => {
    // Of a list, the first rows stand for the others: how many there are depends on the fonts of the machine.
    const mostRows = 6;
    const roles: Readonly<Record<string, string>> = {
      ...{ a: 'link', button: 'button', input: 'input', textarea: 'textbox', summary: 'summary' },
      ...{ form: 'form', fieldset: 'group', details: 'details', output: 'output', progress: 'progress' },
      ...{ h1: 'heading 1', h2: 'heading 2', h3: 'heading 3', h4: 'heading 4', h5: 'heading 5' },
      ...{ ul: 'list', ol: 'list', li: 'item', dl: 'terms', dt: 'term', dd: 'definition', hr: 'separator' },
      ...{ table: 'table', tr: 'row', th: 'header', td: 'cell' },
      ...{ img: 'image', svg: 'image', canvas: 'canvas', video: 'video', audio: 'audio', iframe: 'frame' },
      ...{ nav: 'navigation', main: 'main', aside: 'complementary' },
    };
    const silent =
      /^(role|class|style|id|for|value|checked|tabindex|datetime|popover|height|width|loading|decoding|data-(?!tooltip$|skeleton$|unhydrated$|leave$).*)$/;
    const usual = /^(type="button"|aria-disabled="false")$/;
    const said = '| ';
    const references = /^aria-(controls|labelledby|owns|activedescendant|errormessage)$/;
    const attributesOf = (element: Element): string => {
      const parts: string[] = [];
      if (element.localName === 'astro-island') return '';
      for (const { name, value } of element.attributes) {
        if (references.test(name)) {
          const isThere = value.split(' ').every((id) => document.getElementById(id));
          parts.push(`${name}=${isThere ? 'ok' : 'missing'}`);
        } else if (name === 'aria-describedby') {
          const texts = value.split(' ').map((id) => document.getElementById(id)?.textContent.trim() ?? '?');
          parts.push(`description=${JSON.stringify(texts.join(' '))}`);
        } else if (!silent.test(name) && !(name === 'data-tooltip' && value === element.ariaLabel))
          parts.push(value ? `${name}=${JSON.stringify(value)}` : name);
      }
      if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
        if (element instanceof HTMLInputElement && /^(checkbox|radio)$/.test(element.type))
          parts.push(element.checked ? 'is checked' : 'is unchecked');
        else if (element.value) parts.push(`has ${JSON.stringify(element.value)}`);
      }
      const saying = parts.filter((one) => !usual.test(one)).sort();
      return [...saying, ...(element === document.activeElement ? ['is focused'] : [])].join(' ');
    };
    /** Makes one line of neighbours that are only text. */
    const joinTexts = (lines: readonly string[]): string[] => {
      const joined: string[] = [];
      for (const [index, line] of lines.entries()) {
        const isOnlyText = line.startsWith(said) && !lines[index + 1]?.startsWith(' ');
        const before = joined.at(-1);
        if (isOnlyText && before?.startsWith(said))
          joined.push(`${joined.pop()} … ${line.slice(said.length)}`);
        else joined.push(line);
      }
      return joined;
    };
    /** The lines of an element and of what is in it. */
    const linesOf = (element: Element): string[] => {
      // An element with the style `contents` has no box, but its children have.
      const isContents = getComputedStyle(element).display === 'contents';
      if (!isContents && !element.checkVisibility({ visibilityProperty: true })) return [];
      const isDecoration = element.ariaHidden === 'true' && !element.textContent.trim();
      if (isDecoration && !element.contains(document.activeElement)) return [];
      const rows = element.role === 'row' ? [...(element.parentElement?.children ?? [])] : [];
      const most = element.closest('[data-skeleton]') ? 1 : mostRows;
      if (rows.indexOf(element) >= most && !element.contains(document.activeElement)) return [];
      // The code editor's own elements change while it runs.
      if (element.matches('.ace_editor')) {
        const code = [...element.querySelectorAll('.ace_line')].map((line) => line.textContent).join('⏎');
        return [`code ${JSON.stringify(code)}`];
      }
      if (element.localName === 'pre') return [`code ${JSON.stringify(element.textContent)}`];
      const role = element.role || roles[element.localName] || '';
      // Nobody reaches what is inert.
      const isInert = element instanceof HTMLElement && element.inert;
      const isWhole = element instanceof SVGElement || element instanceof HTMLIFrameElement || isInert;
      const inner = isWhole ? [] : joinTexts([...element.children].flatMap(linesOf));
      const texts = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
      const own = texts
        .map((node) => node.textContent?.trim().replaceAll('\n', '⏎'))
        .filter(Boolean)
        .join(' … ');
      // What only one element in it says, it says itself.
      const isText = inner.length === 1 && inner[0]?.startsWith(said);
      const text = own ? said + own : isText ? inner.pop() : '';
      const about = [role, attributesOf(element), text].filter(Boolean).join(' ');
      // It waits for something to say.
      if (about === 'aria-live="polite"' && inner.length === 0) return [];
      if (!about) return inner;
      const ofChildren = inner.filter((line) => !line.startsWith(' '));
      if (role === 'row' && ofChildren.length === inner.length && inner.length)
        return [`${about} > ${inner.join(' · ')}`];
      const isOnlyOne = ofChildren.length === 1;
      return isOnlyOne
        ? [`${about} > ${inner[0]}`, ...inner.slice(1)]
        : [about, ...inner.map((line) => `  ${line}`)];
    };
    const { route } = document.documentElement.dataset;
    const visible = (selector: string) =>
      [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
    const root =
      (part as Element | null | undefined) ??
      visible('[role=dialog],[role=alertdialog]').at(-1) ??
      document.querySelector(`[data-frame="${route}"]`) ??
      document.body;
    const announced = document.querySelector('[data-announcer]')?.textContent;
    const popups = visible('[role=menu],[role=listbox]').filter((popup) => !root.contains(popup));
    return [
      `${document.title} ${location.hash}`,
      ...(announced ? [`announced ${JSON.stringify(announced)}`] : []),
      ...[root, ...popups].flatMap(linesOf),
    ].join('\n');
  }, part);
  return `${MASKS.reduce((masked, [pattern, name]) => masked.replaceAll(pattern, name), text)}\n`;
}

/** What a screen or a dialog that still loads has. */
const LOADING = /(?<=\s)(aria-busy="true"|data-skeleton|data-unhydrated|status \| Loading)/;
/** A control that is open before what it opens is there, or something that fades away. */
const CHANGING = /(?<=\s)(aria-controls=missing aria-expanded="true"|data-leave)/;

/**
 * Expects that a part of the page gets the outline in the file of this name. Without `root` it is the topmost dialog,
 * else the screen. A new file is written once the part has loaded and nothing changes any more.
 */
export async function expectOutline(
  page: Page,
  name: string,
  { root, isLoading = false }: { root?: Locator; isLoading?: boolean } = {},
): Promise<void> {
  await root?.waitFor();
  const part = root && (await root.elementHandle());
  const expected = outlineOnFile(name);
  let last = '';
  const isReady = async () => {
    const before = last;
    last = await outline(page, part);
    if (expected !== undefined) return last === expected;
    return last === before && !CHANGING.test(last) && (isLoading || !LOADING.test(last));
  };
  try {
    await expect.poll(isReady).toBe(true);
  } catch (error) {
    // Else the comparison below says what differs.
    if (expected === undefined) throw error;
  }
  compareWithFile(name, last);
}
