import { expect, type Page } from '@playwright/test';
import { createUser } from './accounts.ts';
import type { Backend } from './backend.ts';
import { createCollection, createRecord, field } from './factories.ts';
import { has } from './lines.ts';
import { frame } from './screens.ts';

export const accessOf = (page: Page) => frame(page, 'access');
export const tryPanel = (page: Page) => page.getByRole('dialog', { name: 'Try as' });

/** Accounts and tasks with rules of each kind. Returns the id of the account. */
export async function seedTasks(backend: Backend): Promise<string> {
  const { api } = backend;
  const people = await createCollection(api, {
    name: 'people',
    type: 'auth',
    ...{ system: true },
    viewRule: '',
  });
  const ann = await createUser(backend, people.id, {
    ...(has('hasUsernames') && { username: 'ann' }),
    email: 'ann@example.com',
    emailVisibility: true,
  });
  const relation = { collectionId: people.id };
  const tasks = await createCollection(api, {
    name: 'tasks',
    fields: [
      field('title', 'text', { isPresentable: true, isRequired: true }),
      field('status'),
      field('proof', 'file'),
      field('owner', 'relation', relation),
    ],
    listRule: 'owner = @request.auth.id && status = "open"',
    createRule: '',
    deleteRule: 'status = "closed"',
  });
  await createRecord(api, tasks.id, { title: '<b>Mine</b>', status: 'open', owner: ann.id });
  await createRecord(api, tasks.id, { title: 'Done', status: 'closed', owner: ann.id });
  return ann.id;
}

/** Chooses an option of the panel. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await tryPanel(page).getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
  // A list that closes has a search field of the same name.
  await expect(page.getByRole('listbox')).toHaveCount(0);
}

/** Chooses a record in the panel. */
export async function pick(page: Page, button: RegExp, record: RegExp): Promise<void> {
  await tryPanel(page).getByRole('button', { name: button }).click();
  const picker = page.getByRole('dialog', { name: /^Select/ });
  await expect(picker.getByRole('button', { name: 'New record' })).toHaveCount(0);
  await picker.getByRole('button', { name: record }).click();
  await picker.getByRole('button', { name: 'Set selection' }).click();
  await expect(picker).toBeHidden();
}
