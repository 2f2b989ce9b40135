import { expect, type Locator, type Page, type Request } from '@playwright/test';
import { ADMINISTRATOR } from '#wire/sign-in.ts';
import { ADMIN_IN_LOG, ADMINS, onLine } from '../lines.ts';

/** The address of the logs screen; `query` is the query in the hash. */
export function logsHash(query: Record<string, string> = {}): string {
  const text = new URLSearchParams(query).toString();
  return `/#/logs${text && '?'}${text}`;
}

/** The parts of the logs screen that tests use. */
export interface LogsScreen {
  readonly frame: Locator;
  readonly table: Locator;
  readonly scroller: Locator;
  readonly rows: Locator;
  /** The messages of the rendered rows. */
  readonly messages: Locator;
  readonly selectAll: Locator;
  readonly bar: Locator;
  readonly loadMore: Locator;
  readonly refresh: Locator;
  readonly includeAdmins: Locator;
  readonly live: Locator;
  /** 'Found N logs'. */
  readonly found: Locator;
  readonly search: Locator;
  /** 'Search' and 'Clear'. */
  readonly searchButtons: Locator;
  /** The note below the search box about a refused filter. */
  readonly refusal: Locator;
  /** The removable parts of the filter. */
  readonly tokens: Locator;
  readonly chart: Locator;
  /** The most frequent, slowest and failing paths. */
  readonly top: Locator;
  row(id: string): Locator;
  box(id: string): Locator;
  /** The data labels of a row, in order. */
  labels(id: string): Locator;
  /** The button of a time span: '15 min', '1 h', '24 h' or '7 days'. */
  preset(label: string): Locator;
  /** The text in the search box, in the plain field or in the editor. */
  searchText(): Promise<string>;
}

export function logsScreen(page: Page): LogsScreen {
  const frame = page.locator('[data-frame="logs"]');
  const table = frame.locator('[data-logs-table]');
  const rows = table.locator('[data-row-id]');
  const row = (id: string): Locator => table.locator(`[data-row-id="${id}"]`);
  const form = frame.getByRole('search');
  return {
    frame,
    table,
    scroller: frame.locator('[data-logs-scroller]'),
    rows,
    messages: rows.locator('.log-message > .cell-text'),
    selectAll: table.getByRole('checkbox', { name: 'Select all', exact: true }),
    bar: page.getByRole('toolbar', { name: 'Selection' }),
    loadMore: frame.getByRole('button', { name: 'Load more' }),
    refresh: frame.getByRole('button', { name: 'Refresh' }),
    includeAdmins: frame.getByRole('switch', { name: `Include requests by ${ADMINS}` }),
    live: frame.getByRole('button', { name: 'Live', exact: true }),
    found: frame.getByText(/^Found \d+ logs?$/),
    search: frame.getByRole('textbox', { name: 'Search logs' }),
    searchButtons: form.getByRole('button'),
    refusal: frame.locator('[data-refusal]'),
    tokens: frame.getByRole('list', { name: 'Filters' }).getByRole('listitem'),
    chart: frame.locator('.line-chart'),
    top: frame.getByRole('region', { name: 'Top paths' }),
    row,
    box: (id) => row(id).getByRole('checkbox'),
    labels: (id) => row(id).locator('.log-label'),
    preset: (label) =>
      frame.getByRole('group', { name: 'Time span' }).getByRole('button', { name: label, exact: true }),
    searchText: () =>
      form.evaluate((element) => {
        const line = element.querySelector('.ace_text-layer .ace_line');
        return line ? (line.textContent ?? '') : (element.querySelector('input')?.value ?? '');
      }),
  };
}

/** Enters a text in the search box without submitting it. */
export async function enterSearch(page: Page, text: string): Promise<void> {
  const { frame, search } = logsScreen(page);
  await search.focus();
  await expect(frame.locator('.ace_editor')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(text);
}

/** Enters a text in the search box and submits it. */
export async function searchFor(page: Page, text: string): Promise<void> {
  await enterSearch(page, text);
  await page.keyboard.press('Enter');
}

/** Waits until the rows and the number of the current address are loaded. */
export async function expectLoaded(page: Page, found: number): Promise<void> {
  const { table, found: text } = logsScreen(page);
  await expect(text).toHaveText(`Found ${found} ${found === 1 ? 'log' : 'logs'}`);
  await expect(table).not.toHaveAttribute('aria-busy', 'true');
}

/** Whether a request loads a page of the list; those for the top paths ask for some fields only. */
export const isListRequest = (request: Request): boolean => {
  const { pathname, searchParams } = new URL(request.url());
  return pathname === '/api/logs' && !searchParams.has('fields');
};

/** Whether a request loads the totals of the chart. */
export const isStatsRequest = (request: Request): boolean =>
  new URL(request.url()).pathname === '/api/logs/stats';

/** Address patterns of the same requests, for `page.route`. */
export const LIST_CALLS = (url: URL): boolean => url.pathname === '/api/logs';
export const STATS_CALLS = (url: URL): boolean => url.pathname === '/api/logs/stats';

/** Problems that a failing list and failing totals cause, for `expectedProblems`. */
export const listFailure = (status: number): RegExp => new RegExp(`^response ${status} GET /api/logs\\?.*$`);
export const statsFailure = (status: number): RegExp =>
  new RegExp(`^response ${status} GET /api/logs/stats.*$`);

/** The warning that failing totals also cause (LG-26). */
export const STATS_WARNING = /^console warning: Failed to load the log stats\. .*$/;
/** Problems of a text that the backend refuses as a filter. */
export const REFUSED_FILTER = [listFailure(400), statsFailure(400), STATS_WARNING];

/** The filter that leaves out requests by administrators. */
export const WITHOUT_ADMINS = `data.auth!="${ADMIN_IN_LOG}"`;

/** What list and chart leave out by default: requests by admins and those of Atoll at this address (LG-08). */
export const presetOf = (atollUrl: string): string =>
  `${WITHOUT_ADMINS}&&(data.referer!="${atollUrl}/"||data.status>=400||data.url~"/api/collections/"${onLine('', `&&data.url!~"${ADMINISTRATOR}"`)})`;

/**
 * The filters of the requests that `act` causes, one of the list and one of the chart; '' when there is none. Where
 * requests by admins are left out, so are Atoll's own: that part is checked, and not returned.
 */
export async function filtersOf(page: Page, act: () => Promise<unknown>): Promise<[string, string]> {
  const [list, stats] = [page.waitForRequest(isListRequest), page.waitForRequest(isStatsRequest)];
  await act();
  const filterOf = (request: Request) => {
    const { origin, searchParams } = new URL(request.url());
    const filter = searchParams.get('filter') ?? '';
    if (!filter.startsWith(WITHOUT_ADMINS)) return filter;
    const preset = presetOf(origin);
    expect(filter.slice(0, preset.length)).toBe(preset);
    return WITHOUT_ADMINS + filter.slice(preset.length);
  };
  return [filterOf(await list), filterOf(await stats)];
}

/** The requests of the list so far, for assertions about how often a page is loaded. */
export function collectListRequests(page: Page): URLSearchParams[] {
  const found: URLSearchParams[] = [];
  page.on('request', (request) => {
    if (isListRequest(request)) found.push(new URL(request.url()).searchParams);
  });
  return found;
}
