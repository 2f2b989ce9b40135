import { expect, type Locator, type Page, type Request } from '@playwright/test';
import type { Backend } from '../backend.ts';
import type { Collection, RecordRow } from '../factories.ts';
import { hashQuery, recordsHash } from './page.ts';

/** The parts of the topmost record panel. */
export interface PanelScreen {
  readonly panel: Locator;
  readonly title: Locator;
  readonly save: Locator;
  readonly cancel: Locator;
  readonly menu: Locator;
  readonly banner: Locator;
  /** The part of the form for a field of the schema. */
  field(name: string): Locator;
  /** The control of a text, number, email, url or date field, or the trigger of a select. */
  control(name: string): Locator;
  /** Replaces the text of a code editor. */
  fillCode(name: string, text: string): Promise<void>;
}

export function panelScreen(page: Page): PanelScreen {
  const panel = recordPanels(page).last();
  const field = (name: string): Locator => panel.locator(`[data-field="${name}"]`);
  return {
    panel,
    title: panel.getByRole('heading', { level: 1 }),
    save: panel.getByRole('button', { name: /^(Create|Save changes)$/ }),
    cancel: panel.getByRole('button', { name: 'Cancel', exact: true }),
    menu: panel.getByRole('button', { name: 'More record options' }),
    banner: panel.getByText('The record has previous unsaved changes.'),
    field,
    control: (name) => field(name).locator('input:not([type=file]), textarea, [role=combobox]').first(),
    fillCode: async (name, text) => {
      const area = field(name).getByRole('textbox');
      await area.focus();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.press('Delete');
      // Typed text would be completed by the editor's own brackets and quotes.
      await page.keyboard.insertText(text);
    },
  };
}

/** All visible record panels. */
export const recordPanels = (page: Page): Locator => page.getByRole('dialog', { name: / record$/ });

/** The button of a panel that updates its record. */
export const saveButton = (panel: Locator): Locator => panel.getByRole('button', { name: 'Save changes' });

/** Opens a record by its address and waits for its form. */
export async function openRecord(page: Page, collectionId: string, recordId: string): Promise<PanelScreen> {
  await page.goto(recordsHash(collectionId, { recordId }));
  const screen = panelScreen(page);
  await expect(screen.panel.locator(`input[readonly][value="${recordId}"]`)).toBeAttached();
  await expect(screen.menu).toBeVisible();
  return screen;
}

/** Opens the panel of a new record with its button. */
export async function openNew(page: Page, collectionId: string): Promise<PanelScreen> {
  await page.goto(recordsHash(collectionId));
  await page.getByRole('button', { name: 'New record' }).first().click();
  const screen = panelScreen(page);
  await expect(screen.save).toHaveText('Create');
  return screen;
}

/** The id of a record that was created and stays open, as soon as the address contains it. */
export async function createdId(page: Page): Promise<string> {
  await expect.poll(() => hashQuery(page)['recordId']).toMatch(/^\w{15}$/);
  return hashQuery(page)['recordId'] ?? '';
}

/** One part of a multipart request; a file is named by its file name. */
export interface SentPart {
  readonly name: string;
  readonly value: string;
  readonly filename?: string;
}

/** The parts of a multipart request, in order. */
export function partsOf(request: Request): SentPart[] {
  const boundary = /boundary=(.+)$/.exec(request.headers()['content-type'] ?? '')?.[1] ?? '';
  const body = request.postDataBuffer()?.toString('utf8') ?? '';
  return body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const head = part.indexOf('\r\n\r\n');
      const disposition = part.slice(0, head);
      const filename = /filename="([^"]*)"/.exec(disposition)?.[1];
      return {
        name: /; name="([^"]*)"/.exec(disposition)?.[1] ?? '',
        value: part.slice(head + 4, -2),
        ...(filename === undefined ? {} : { filename }),
      };
    });
}

/**
 * Records the parts of requests with files when the page sends them, because the browser's protocol does not report
 * them. Call it before the page is opened. Returns a function that returns the parts of the latest request.
 */
export async function watchUploads(page: Page): Promise<() => Promise<SentPart[]>> {
  await page.addInitScript(() => {
    const send = XMLHttpRequest.prototype.send;
    XMLHttpRequest.prototype.send = function (this: XMLHttpRequest, body) {
      if (body instanceof FormData) Reflect.set(window, 'atollTestUpload', [...body.entries()]);
      send.call(this, body);
    };
  });
  return () =>
    page.evaluate(async () => {
      const entries = (Reflect.get(window, 'atollTestUpload') ?? []) as [string, string | File][];
      return Promise.all(
        entries.map(async ([name, value]) =>
          typeof value === 'string'
            ? { name, value }
            : { name, value: await value.text(), filename: value.name },
        ),
      );
    });
}

/** Names of the parts of a multipart request, in order. */
export const partNames = (request: Request): string[] => partsOf(request).map(({ name }) => name);

/** Whether a request writes a record of a collection. */
export function isSave(request: Request, collectionId: string): boolean {
  const { pathname } = new URL(request.url());
  return (
    ['POST', 'PATCH'].includes(request.method()) &&
    pathname.startsWith(`/api/collections/${collectionId}/records`)
  );
}

/** Presses the save button, waits for the response and returns the request. */
export async function saveAndWait(page: Page, collectionId: string): Promise<Request> {
  const sent = page.waitForRequest((request) => isSave(request, collectionId));
  await panelScreen(page).save.click();
  const request = await sent;
  await request.response();
  return request;
}

/** A stored record. */
export function storedRecord(backend: Backend, collection: Collection, id: string): Promise<RecordRow> {
  return backend.api.get(`/api/collections/${collection.id}/records/${id}`);
}

/** The draft of a record in local storage. */
export function storedDraft(page: Page, collectionId: string, recordId = ''): Promise<string | null> {
  return page.evaluate((key) => localStorage.getItem(key), `record_draft_${collectionId}_${recordId}`);
}

/** The open question of the confirm popup. */
export const question = (page: Page): Locator => page.getByRole('alertdialog');

/** Answers the open question and waits until it has closed. */
export async function answer(page: Page, text: string, yes: boolean): Promise<void> {
  await expect(question(page)).toContainText(text);
  await question(page)
    .getByRole('button', { name: yes ? 'Yes' : 'No' })
    .click();
  await expect(question(page)).toHaveCount(0);
}
