import { existsSync, readFileSync } from 'node:fs';
import { type ElementHandle, expect, type Locator, type Page, test } from '@playwright/test';

/** Values that differ in every run. */
const MASKS: readonly (readonly [RegExp, string])[] = [
  [/https?:\/\/(127\.0\.0\.1|localhost):\d+/g, '<origin>'],
  [/\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d+)?( ?UTC|Z)?/g, '<time>'],
  // Only as the whole text of an element: labels contain dates, too.
  [/(?<=^ *span )\d{4}-\d\d-\d\d$/gm, '<time>'],
  [/\b\d\d:\d\d:\d\d(\.\d+)? UTC/g, '<time>'],
  [/(?<!\d)\d{14}(?!\d)/g, '<stamp>'],
  [/\bpb_settings_test_\w+/g, 'pb_settings_test_<id>'],
  [/\b\d{4}-\d\d-\d\dT\d\d%3A\d\dZ/g, '<time>'],
  [/\b(created|updated) (… )?(now|\d+ (s|min|h|d) ago)/g, '$1 <ago>'],
  [/(?<=^ *span )(now|\d+ (s|min|h|d) ago)$/gm, '<ago>'],
  [/\b[A-Z][a-z]{2} \d{1,2}, \d{1,2} [AP]M\b/g, '<hour>'],
  [/\b\d+(\.\d+)? KB/g, '<size>'],
  // Columns are as wide as their content in the font of the machine.
  [/aria-valuenow="\d+" aria-valuetext="\d+ pixels"/g, 'aria-valuenow="<px>" aria-valuetext="<px>"'],
  // Of records, and of fields, which may have letters only.
  [/\bdata-id="([A-Za-z\d]{15}|[a-z\d]{8})"/g, 'data-id="<id>"'],
  // Names that are used once in a run.
  [/\b([a-z_]+)_\d{1,3}\b/g, '$1_<n>'],
  [/_r\w+_/g, '<ref>'],
  [/_\w{10}\.(png|txt)/g, '<id>.$1'],
  [/\b(idx|backup_create)_\w{5,7}\b/g, '$1_<id>'],
  [/\b(?=[a-z]*\d)([a-z0-9]{15}|[a-z0-9]{8})\b/g, '<id>'],
];

/**
 * What users and assistive technology find in the topmost dialog, else on the screen, one line per element: its tag, the
 * attributes that say or do something, the icon, the text. Without what only looks: elements that say nothing, classes.
 */
async function outline(page: Page, part?: ElementHandle | null): Promise<string> {
  const text = await page.evaluate((part) => {
    const silent = /^(class|style|id|for|value|tabindex|data-(row-id|enter|dialog-portal|focus-visible))$/;
    const references = /^aria-(controls|labelledby|owns|activedescendant|errormessage)$/;
    const lines: string[] = [];
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
        } else if (!silent.test(name)) parts.push(value ? `${name}=${JSON.stringify(value)}` : name);
      }
      if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
        if (element instanceof HTMLInputElement && /^(checkbox|radio)$/.test(element.type))
          parts.push(element.checked ? 'is checked' : 'is unchecked');
        else if (element.value) parts.push(`has ${JSON.stringify(element.value)}`);
      }
      return [...parts.sort(), ...(element === document.activeElement ? ['is focused'] : [])].join(' ');
    };
    const add = (element: Element, depth: number): void => {
      // An element with the style `contents` has no box, but its children have.
      const isContents = getComputedStyle(element).display === 'contents';
      if (!isContents && !element.checkVisibility({ visibilityProperty: true })) return;
      const tag = element.localName;
      // The code editor's own elements change while it runs.
      if (element.matches('.ace_editor')) {
        const code = [...element.querySelectorAll('.ace_line')].map((line) => line.textContent).join('⏎');
        lines.push(`${'  '.repeat(depth)}code ${JSON.stringify(code)}`);
        return;
      }
      if (tag === 'pre') {
        lines.push(`${'  '.repeat(depth)}pre ${JSON.stringify(element.textContent)}`);
        return;
      }
      const icon = /icon-\[[^\]]+\]/.exec(element.getAttribute('class') ?? '')?.[0] ?? '';
      const texts = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
      const text = texts
        .map((node) => node.textContent?.trim())
        .filter(Boolean)
        .join(' … ');
      const about = [attributesOf(element), icon, text].filter(Boolean).join(' | ');
      const isPlain = /^(div|span|astro-island)$/.test(tag);
      const isShown = about !== '' && about !== 'aria-hidden="true"';
      if (isShown || !isPlain) lines.push(`${'  '.repeat(depth)}${[tag, about].filter(Boolean).join(' ')}`);
      if (tag === 'svg' || tag === 'iframe') return;
      for (const child of element.children) add(child, isShown || !isPlain ? depth + 1 : depth);
    };
    const { route } = document.documentElement.dataset;
    const visible = (selector: string) =>
      [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
    const root =
      (part as Element | null | undefined) ??
      visible('[role=dialog],[role=alertdialog]').at(-1) ??
      document.querySelector(`[data-frame="${route}"]`) ??
      document.body;
    lines.push(document.title);
    add(root, 0);
    for (const popup of visible('[role=menu],[role=listbox]')) if (!root.contains(popup)) add(popup, 0);
    return lines.join('\n');
  }, part);
  return `${MASKS.reduce((masked, [pattern, name]) => masked.replaceAll(pattern, name), text)}\n`;
}

/** What a screen or a dialog that still loads has. */
const LOADING = / (aria-busy="true"|data-skeleton|data-unhydrated|role="status" \| Loading)/;
/** A control that is open before what it opens is there, or something that fades away. */
const CHANGING = / (aria-controls=missing aria-expanded="true"|data-leave)/;

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
  const path = test.info().snapshotPath(`${name}.txt`);
  const isNew = test.info().config.updateSnapshots === 'all' || !existsSync(path);
  const expected = isNew ? undefined : readFileSync(path, 'utf8');
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
    if (isNew) throw error;
  }
  expect.soft(last).toMatchSnapshot(`${name}.txt`);
}
