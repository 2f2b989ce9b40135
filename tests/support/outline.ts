import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { type ElementHandle, expect, type Locator, type Page, type TestInfo, test } from '@playwright/test';

/** Values that differ in every run. */
const MASKS: readonly (readonly [RegExp, string])[] = [
  [/https?:\/\/(127\.0\.0\.1|localhost):\d+/g, '<origin>'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, '<token>'],
  [/\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d+)?( ?UTC|Z)?/g, '<time>'],
  // Only as the whole text of an element: labels contain dates, too.
  [/(?<=^ *span )\d{4}-\d\d-\d\d$/gm, '<time>'],
  [/\b\d\d:\d\d:\d\d(\.\d+)? UTC/g, '<time>'],
  [/(?<!\d)\d{14}(?!\d)/g, '<stamp>'],
  [/\bpb_settings_test_\w+/g, 'pb_settings_test_<id>'],
  // The second time of a span follows `%7E`, which is no border of a word.
  [/(?<!\d)\d{4}-\d\d-\d\dT\d\d%3A\d\dZ/g, '<time>'],
  [/\b(created|updated) (… )?(now|\d+ (s|min|h|d) ago)/g, '$1 <ago>'],
  [/(?<=^ *span )(now|\d+ (s|min|h|d) ago)$/gm, '<ago>'],
  [/\b[A-Z][a-z]{2} \d{1,2}, \d{1,2} [AP]M\b/g, '<hour>'],
  [/\b\d+(\.\d+)? KB/g, '<size>'],
  [/\b\d+(\.\d+)? ?ms\b/g, '<ms>'],
  [/\b(more than )?\d+(\.\d+)? times faster/g, '<n> times faster'],
  // Columns are as wide as their content in the font of the machine.
  [/aria-valuenow="\d+" aria-valuetext="\d+ pixels"/g, 'aria-valuenow="<px>" aria-valuetext="<px>"'],
  [/(?<=^ *output )\w{15,40}$/gm, '<password>'],
  // Names that are used once in a run.
  [/\b([a-z_]+)_\d{1,8}\b/g, '$1_<n>'],
  [/_r\w+_/g, '<ref>'],
  [/_\w{10}\.(\w{3,4})\b/g, '<id>.$1'],
  [/\b(idx|backup_create)_\w{5,7}\b/g, '$1_<id>'],
  // Of records and fields. A random word of 8 letters is an id only where it is said.
  [/\bdata-id="([A-Za-z\d]{15}|[a-z\d]{8})"/g, 'data-id="<id>"'],
  [/(?<=\b|\\n|%22)(?<![.-])([a-z\d]{15}|(?=[a-z]*\d)[a-z\d]{8})\b/g, '<id>'],
];

/**
 * What users and assistive technology find in the topmost dialog, else on the screen, one line per element: its tag, the
 * attributes that say or do something, the icon, the text. Without what only looks: elements that say nothing, classes.
 */
async function outline(page: Page, part?: ElementHandle | null): Promise<string> {
  const text = await page.evaluate((part) => {
    // Of a list, the first rows stand for the others: how many there are depends on the fonts of the machine.
    const mostRows = 6;
    const silent =
      /^(class|style|id|for|value|checked|tabindex|data-(row-id|enter|dialog-portal|focus-visible))$/;
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
      const rows = element.role === 'row' ? [...(element.parentElement?.children ?? [])] : [];
      if (rows.indexOf(element) >= mostRows && !element.contains(document.activeElement)) return;
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
    lines.push(`${document.title} ${location.hash}`);
    const announced = document.querySelector('[data-announcer]')?.textContent;
    if (announced) lines.push(`announced ${JSON.stringify(announced)}`);
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

/** The name of the outline of a test's state: its file, the start of its title, and the number of the state. */
export function outlineName({ file, title }: TestInfo, count: number): string {
  const words =
    title
      .replaceAll(/\[[^\]]*\]/g, '')
      .toLowerCase()
      .match(/[a-z\d]+/g) ?? [];
  return `${basename(file, '.spec.ts')}-${words.slice(0, 8).join('-')}-${count}`;
}

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
