import type { Backend } from '#tests/support/backend.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { logEachKind, requestLog, type StoredLog } from '#tests/support/logs/entries.ts';
import { expectLoaded, isListRequest, logsHash, logsScreen } from '#tests/support/logs/page.ts';
import { onlyLogs } from '#tests/support/logs/seed.ts';
import { hashQuery } from '#tests/support/records/page.ts';
import { hashOf, tooltip } from '#tests/support/screens.ts';

/** The labels of a request's entry by LG-15. */
function requestLabels({ data }: StoredLog, isExternal = false): string[] {
  const shown = (name: string) => `${name}: ${data[name] === '' ? '-' : data[name]}`;
  const labels = [shown('status'), `${shown('execTime')}ms`, shown('auth'), shown('userIp')];
  if (isExternal) labels.push(shown('referer'));
  if (data['error']) labels.push(shown('error'));
  if (data['details']) labels.push(shown('details'));
  return labels;
}

test('[LG-13][LG-14][LG-15][LG-17][UI-07][API-09] real requests are listed with level, labels and dates, the newest first', async ({
  page,
  admin,
  backend,
  axe,
}) => {
  const kinds = await logEachKind(backend);
  await admin.signIn();
  const listed = page.waitForResponse((response) => isListRequest(response.request()));
  await page.goto(logsHash({ adminRequests: '1', filter: 'data.url ~ "sent="' }));
  const { items } = await (await listed).json();
  expect(items).toHaveLength(7);
  for (const item of items) {
    expect(Object.keys(item)).toEqual(expect.arrayContaining(['id', 'level', 'message', 'created', 'data']));
  }
  const screen = logsScreen(page);
  await expectLoaded(page, 7);
  await expect(screen.table.getByRole('columnheader')).toHaveText([
    '',
    'level',
    'message',
    'created',
    'Open',
  ]);
  // The headers do not sort.
  await expect(screen.table.locator('[aria-sort], [role=columnheader] button')).toHaveCount(0);
  await expect(screen.messages).toHaveText(items.map(({ message }: StoredLog) => message));

  for (const [name, log] of Object.entries(kinds)) {
    const row = screen.row(log.id);
    await expect(row.locator('[data-level]'), name).toHaveText(log.level === 8 ? 'ERROR (8)' : 'INFO (0)');
    await expect(screen.labels(log.id), name).toHaveText(requestLabels(log, name === 'guest'));
    await expect(row.locator('time'), name).toHaveText(log.created.replace('Z', ' UTC'));
    await expect(row.locator('.log-arrow span'), name).toBeVisible();
  }
  await expect(screen.labels(kinds.notFound.id).filter({ hasText: /^error:/ })).toHaveClass(/is-error/);
  await expect(screen.labels(kinds.notFound.id).filter({ hasText: /^details:/ })).toHaveClass(/is-warning/);

  // The browser of the tests is in Sofia, two hours ahead of UTC in winter.
  const { created } = kinds.guest;
  await screen.row(kinds.guest.id).locator('time').hover();
  const hour = String((Number(created.slice(11, 13)) + 2) % 24).padStart(2, '0');
  await expect(tooltip(page)).toHaveText(
    new RegExp(`^\\d{4}-\\d\\d-\\d\\d ${hour}:${created.slice(14, 23)} Local$`),
  );
  await page.mouse.move(0, 0);
  await axe();
});

test('[LG-14][LG-15][LG-16] every level has a name, and other entries show up to six of their data', async ({
  page,
  admin,
  backend,
}) => {
  const levels = [-4, 0, 4, 8, 5, -100];
  await onlyLogs(backend, [
    ...levels.map((level) => ({ level, message: `level ${level}` })),
    {
      message: 'plain',
      data: { list: { a: [1, 'x'] }, yes: true, no: false, empty: '', none: null, zero: 0, seventh: 7 },
    },
    { message: 'failed', level: 4, data: { attempt: 2, error: 'no route', details: 'line 1\nline 2' } },
    requestLog({ referer: '', userIp: '', execTime: 0.5 }, { message: 'internal' }),
  ]);
  await admin.signIn();
  await page.goto(logsHash({ adminRequests: '1' }));
  const screen = logsScreen(page);
  await expectLoaded(page, 9);
  const rowOf = async (message: string) => {
    const row = screen.rows.filter({ has: page.getByText(message, { exact: true }) });
    return (await row.getAttribute('data-row-id')) ?? '';
  };
  const shown = ['DEBUG (-4)', 'INFO (0)', 'WARN (4)', 'ERROR (8)', 'UNKN (5)', 'UNKN (-100)'];
  for (const [index, level] of levels.entries()) {
    const row = screen.row(await rowOf(`level ${level}`));
    await expect(row.locator('[data-level]')).toHaveText(shown[index] ?? '');
    await expect(row.locator('.log-label')).toHaveCount(0);
  }
  await expect(screen.labels(await rowOf('plain'))).toHaveText([
    // The backend sorts them by name.
    'empty: -',
    'list: {"a":[1,"x"]}',
    'no: False',
    'none: -',
    'seventh: 7',
    'yes: True',
  ]);
  await expect(screen.labels(await rowOf('failed'))).toHaveText([
    'attempt: 2',
    'error: no route',
    /^details: line 1\s*line 2$/,
  ]);
  await expect(screen.labels(await rowOf('internal'))).toHaveText([
    'status: 200',
    'execTime: 0.5ms',
    'auth: guest',
    'userIp: -',
  ]);
});

async function threeLogs(backend: Backend): Promise<string[]> {
  const rows = ['a', 'b', 'c'].map((name) => requestLog({ url: `/api/${name}` }));
  return (await onlyLogs(backend, rows)).reverse();
}

test('[LG-18][UI-11] a click or Enter on a row opens the entry, its checkbox does not; closing returns to the row', async ({
  page,
  admin,
  backend,
}) => {
  const [first = '', second = '', third = ''] = await threeLogs(backend);
  await admin.signIn();
  await page.goto(logsHash());
  const { row, rows, box } = logsScreen(page);
  const panel = page.getByRole('dialog', { name: 'Request log' });
  await expectLoaded(page, 3);
  await expect(rows).toHaveCount(3);
  for (const id of [first, second, third]) await expect(row(id)).toHaveAttribute('tabindex', '0');

  await box(first).check();
  await row(first)
    .locator('.cell-select')
    .click({ position: { x: 3, y: 3 } });
  await expect(box(first)).not.toBeChecked();
  expect(hashOf(page)).toBe('#/logs');
  await expect(panel).toHaveCount(0);

  await row(second).click();
  await expect(panel).toContainText(second);
  expect(hashQuery(page)).toEqual({ logId: second });
  await panel.getByRole('button', { name: 'Close' }).last().click();
  await expect(panel).toHaveCount(0);
  expect(hashOf(page)).toBe('#/logs');
  await expect(row(second)).toBeFocused();

  await row(third).focus();
  await page.keyboard.press('Enter');
  await expect(panel).toContainText(third);
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(row(third)).toBeFocused();

  // Space selects with the checkbox focused, Enter opens only from the row itself.
  await box(third).focus();
  await page.keyboard.press('Space');
  await expect(box(third)).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(panel).toHaveCount(0);
});

test('[ER-12] an entry that does not exist closes its panel with a message, and the list is usable', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  const [first = ''] = await threeLogs(backend);
  expectedProblems.allow(/^response 404 GET \/api\/logs\/nosuchlog$/);
  await admin.signIn();
  await page.goto(logsHash({ filter: 'posts || api', logId: 'nosuchlog' }));
  await expect(
    page.locator('[data-toasts] [data-type=error]', { hasText: 'Unable to load log with id "nosuchlog"' }),
  ).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(() => hashQuery(page)).toEqual({ filter: 'posts || api' });
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expectLoaded(page, 3);
  await logsScreen(page).row(first).click();
  await expect(page.getByRole('dialog', { name: 'Request log' })).toContainText(first);
});
