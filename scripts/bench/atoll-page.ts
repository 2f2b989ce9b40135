import type { Line } from '#wire/choose.ts';
import type { BenchList, Dashboard } from './dashboard.ts';
import { ADMINS_AT } from './reference-page.ts';

/** Atoll's dashboard before a backend of a line. Adapt these expressions when its screens change. */
export function atollPage(atollUrl: string, line: Line = 'pb22'): Dashboard {
  return {
    name: 'atoll',
    isAtoll: true,
    url: `${atollUrl}/`,
    line,
    storageKey: 'pocketbase_auth',
    accountMember: 'model',
    recordsAt: ({ id }) => `#/collections?collectionId=${id}`,
    // It knows the addresses of their dashboard.
    adminsAt: ADMINS_AT[line],
    formPainted: `document.documentElement.dataset.route === 'login' &&
      [...document.querySelectorAll('[data-frame=login] input[name=email]')].some((input) => input.checkVisibility())`,
    loginForm: `document.querySelector('[data-frame=login] form')`,
    records: listOf('records', 40),
    logs: listOf('logs', 50),
    logsReady: `document.querySelector('[data-logs-table] [data-row-id]')?.textContent.includes('UTC')`,
    listItems: ':is([data-frame^=settings-] :is(li, [data-row-id]), [data-records-table] [data-row-id])',
    rowsReady: (column, text) =>
      `document.querySelector('[data-row-id] [data-column="${column}"]')?.textContent.includes('${text}')`,
    linkSelector: (collectionId) => `a.side-link[href*="collectionId=${collectionId}"]`,
    cellSelector: (column) => `[data-row-id] [data-column="${column}"]`,
    newRecordButton: `document.querySelector('button[aria-label="New record"]')`,
    textControl: (field) =>
      `document.querySelector('[role=dialog] [data-field="${field}"] :is(input, textarea)')`,
    fieldBox: (field) => `document.querySelector('[role=dialog] [data-field="${field}"]')`,
    saveButton: `[...document.querySelectorAll('[role=dialog] button')]
      .find((button) => /^(Create|Save changes)$/.test(button.textContent.trim()))`,
    panelGone: `!document.querySelector('[role=dialog]')`,
    scroller: `document.querySelector('[data-records-scroller]')`,
    scrolling: { rows: 20_000, loadsAhead: true },
    editButton: `document.querySelector('button[aria-label="Edit collection"]')`,
    fieldInputs: `[...document.querySelectorAll('[role=dialog] input[aria-label="Field name"]')]`,
    fieldHandles: `[...document.querySelectorAll('[role=dialog] button[aria-label^="Move field"]')]`,
    diagram: {
      button: `document.querySelector('.page-sidebar a[href="#/schema"]')`,
      tiles: '[data-tile]',
    },
  };
}

function listOf(name: 'records' | 'logs', pageRows: number): BenchList {
  const table = `[data-${name}-table]`;
  return {
    loadedCount: `Number(document.querySelector('${table}')?.getAttribute('aria-rowcount') ?? 1) - 1`,
    loadMoreButton: `[...document.querySelectorAll('[data-${name}-scroller] button:enabled')]
      .find((button) => button.textContent.includes('Load more'))`,
    pageRows,
    selectAllSelector: `${table} input[aria-label="Select all"]`,
    allSelected: (count) =>
      `[...document.querySelectorAll('${table} [data-row-id] input[type=checkbox]')].every((input) => input.checked) &&
       document.querySelector('[aria-label=Selection]')?.textContent.includes('${count}')`,
    noneSelected: `![...document.querySelectorAll('${table} [data-row-id] input[type=checkbox]')].some((input) => input.checked)`,
  };
}
