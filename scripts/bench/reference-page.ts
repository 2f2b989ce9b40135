import type { BenchList, Dashboard } from './dashboard.ts';

/** Records and logs have the same table. */
const LIST = {
  loadedCount: `document.querySelectorAll('tr.row-handle').length`,
  // A press while it loads would cancel the request and send it again.
  loadMoreButton: `[...document.querySelectorAll('button:not(.btn-loading)')]
    .find((button) => button.textContent.includes('Load more'))`,
  selectAllSelector: 'thead .bulk-select-col input',
  allSelected: (count: number) =>
    `document.querySelectorAll('tr.row-handle .bulk-select-col input:checked').length === ${count} &&
     document.querySelector('.bulkbar')?.textContent.includes('${count}')`,
  noneSelected: `!document.querySelector('tr.row-handle .bulk-select-col input:checked')`,
} satisfies Omit<BenchList, 'pageRows'>;

/** The dashboard that PocketBase 0.22 serves at `/_/`, as observed in a browser. */
export function referencePage(backendUrl: string): Dashboard {
  return {
    name: 'reference',
    isAtoll: false,
    url: `${backendUrl}/_/`,
    storageKey: 'pb_admin_auth',
    formPainted: `document.querySelector('input[type=email]') && document.querySelector('button[type=submit]')`,
    loginForm: `document.querySelector('input[type=email]')?.closest('form')`,
    records: { ...LIST, pageRows: 40 },
    logs: { ...LIST, pageRows: 50 },
    logsReady: `document.querySelector('tr.row-handle td.col-field-created')?.textContent.includes('UTC')`,
    listItems: '.list-item, tbody tr',
    rowsReady: (column, text) =>
      `document.querySelector('tr.row-handle td.col-field-${column}')?.textContent.includes('${text}')`,
    linkSelector: (collectionId) => `a.sidebar-list-item[href*="collectionId=${collectionId}"]`,
    cellSelector: (column) => `tr.row-handle td.col-field-${column}`,
    newRecordButton: `[...document.querySelectorAll('button.btn-expanded')]
      .find((button) => button.textContent.includes('New record'))`,
    textControl: (field) => `${fieldBox(field)}?.querySelector('input, textarea')`,
    fieldBox,
    saveButton: `document.querySelector('.overlay-panel button[type=submit]')`,
    panelGone: `!document.querySelector('.overlay-panel')`,
    scroller: `document.querySelector('.table-wrapper')`,
    // It keeps every loaded row in the page: more rows would take many minutes.
    scrolling: { rows: 1000, loadsAhead: false },
    editButton: `document.querySelector('button[aria-label="Edit collection"]')`,
    fieldInputs: `[...document.querySelectorAll('.overlay-panel input[placeholder="Field name"]')]`,
    fieldHandles: `[...document.querySelectorAll('.overlay-panel .drag-handle')]`,
  };
}

/** Its controls have no names: find them by the text of their labels. */
function fieldBox(field: string): string {
  return `[...document.querySelectorAll('.overlay-panel .form-field')]
    .find((box) => box.querySelector('label')?.textContent.trim() === '${field}')`;
}
