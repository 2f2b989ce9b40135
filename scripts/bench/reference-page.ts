import '#wire/both-lines.ts';
import type { Line } from '#wire/choose.ts';
import type { BenchList, Dashboard } from './dashboard.ts';

/** The screen of the administrators, who are records of a collection in newer versions. */
export const ADMINS_AT: Readonly<Record<Line, string>> = {
  pb22: '#/settings/admins',
  pb23: `#/collections?collection=${globalThis.atollWires?.pb23?.capabilities().administrators}`,
};

/** What the dashboards of PocketBase name in other ways, as observed in a browser. Selectors are CSS. */
interface Words extends Pick<Dashboard, 'storageKey' | 'accountMember' | 'recordsAt' | 'linkSelector'> {
  diagram?: Dashboard['diagram'];
  /** The button that submits the sign-in. */
  submit: string;
  /** Rows of records and of logs, and the cells of their boxes. */
  row: string;
  boxes: string;
  /** The cell of a field in a row, and a text that each has that shows a time of the log. */
  cell(field: string): string;
  timeMark: string;
  /** A button that loads more and is not loading: a press then would cancel the request and send it again. */
  loadMore: string;
  newRecord: string;
  editCollection: string;
  scroller: string;
  /** The open panel; in it, the box of a field, the button that saves a record, and the handles of fields. */
  panel: string;
  box: string;
  save: string;
  handle: string;
}

const WORDS: Readonly<Record<Line, Words>> = {
  // 0.22
  pb22: {
    storageKey: 'pb_admin_auth',
    accountMember: 'model',
    recordsAt: ({ id }) => `#/collections?collectionId=${id}`,
    linkSelector: (id) => `a.sidebar-list-item[href*="collectionId=${id}"]`,
    submit: 'button[type=submit]',
    row: 'tr.row-handle',
    boxes: '.bulk-select-col',
    cell: (field) => `td.col-field-${field}`,
    timeMark: 'UTC',
    loadMore: 'button:not(.btn-loading)',
    newRecord: 'button.btn-expanded',
    editCollection: 'button[aria-label="Edit collection"]',
    scroller: '.table-wrapper',
    panel: '.overlay-panel',
    box: '.form-field',
    save: 'button[type=submit]',
    handle: '.drag-handle',
  },
  // 0.40.6
  pb23: {
    storageKey: '__pb_superusers__/_',
    accountMember: 'record',
    recordsAt: ({ name }) => `#/collections?collection=${name}`,
    linkSelector: (id) => `button.nav-item[data-collection-id="${id}"]`,
    diagram: {
      button: `document.querySelector('button[aria-description="Collections overview"]')`,
      tiles: '.erd-tables > *',
    },
    submit: 'button.next',
    row: 'tbody tr.handle',
    boxes: '.col-bulk-select',
    cell: (field) => `td.col-field-name-${field}`,
    timeMark: 'Z',
    loadMore: 'button:not(.loading)',
    newRecord: 'button.new-record-btn',
    editCollection: 'button.btn-collection-settings',
    scroller: '.page-table-wrapper',
    panel: '.modal',
    box: ':is(.field, .field-list)',
    save: 'button.expanded-lg',
    handle: '.sort-handle',
  },
};

/** The dashboard that PocketBase serves at `/_/`. */
export function referencePage(backendUrl: string, line: Line): Dashboard {
  const words = WORDS[line];
  const { row, panel, box, diagram } = words;
  // Its controls have no names: find them by the text of their labels.
  const fieldBox = (field: string) => `[...document.querySelectorAll('${panel} ${box}')]
    .find((box) => box.querySelector('label')?.textContent.trim() === '${field}')`;
  const list = listOf(words);
  return {
    name: 'reference',
    isAtoll: false,
    url: `${backendUrl}/_/`,
    line,
    storageKey: words.storageKey,
    accountMember: words.accountMember,
    recordsAt: words.recordsAt,
    adminsAt: ADMINS_AT[line],
    formPainted: `document.querySelector('input[type=email]') && document.querySelector('${words.submit}')`,
    loginForm: `document.querySelector('input[type=email]')?.closest('form')`,
    records: { ...list, pageRows: 40 },
    logs: { ...list, pageRows: 50 },
    logsReady: `document.querySelector('${row} ${words.cell('created')}')?.textContent.includes('${words.timeMark}')`,
    listItems: ':is(.list-item, tbody tr)',
    rowsReady: (column, text) =>
      `document.querySelector('${row} ${words.cell(column)}')?.textContent.includes('${text}')`,
    linkSelector: words.linkSelector,
    cellSelector: (column) => `${row} ${words.cell(column)}`,
    newRecordButton: `[...document.querySelectorAll('${words.newRecord}')]
      .find((button) => button.textContent.includes('New record'))`,
    textControl: (field) => `${fieldBox(field)}?.querySelector('input, textarea')`,
    fieldBox,
    saveButton: `document.querySelector('${panel} ${words.save}')`,
    panelGone: `!document.querySelector('${panel}')`,
    scroller: `document.querySelector('${words.scroller}')`,
    // It keeps every loaded row in the page: more rows would take many minutes.
    scrolling: { rows: 1000, loadsAhead: false },
    editButton: `document.querySelector('${words.editCollection}')`,
    fieldInputs: `[...document.querySelectorAll('${panel} input[placeholder^="Field name"]')]`,
    fieldHandles: `[...document.querySelectorAll('${panel} ${words.handle}')]`,
    ...(diagram && { diagram }),
  };
}

/** Records and logs have the same table. */
function listOf({ row, boxes, loadMore }: Words): Omit<BenchList, 'pageRows'> {
  return {
    loadedCount: `document.querySelectorAll('${row}').length`,
    loadMoreButton: `[...document.querySelectorAll('${loadMore}')]
      .find((button) => /Load (more|older)/.test(button.textContent))`,
    selectAllSelector: `thead ${boxes} input`,
    allSelected: (count) =>
      `document.querySelectorAll('${row} ${boxes} input:checked').length === ${count} &&
       document.querySelector('.bulkbar')?.textContent.includes('${count}')`,
    noneSelected: `!document.querySelector('${row} ${boxes} input:checked')`,
  };
}
