import { expect, type Locator, type Page } from '@playwright/test';
import type { Limit } from '#domain/backend/field.ts';
import type { AdminApi } from '../admin-api.ts';
import type { Backend } from '../backend.ts';
import {
  type Collection,
  createCollection,
  createRecords,
  type FieldInput,
  field,
  type RecordRow,
  seedRecords,
  uniqueName,
} from '../factories.ts';
import { recordsHash, recordsScreen } from './page.ts';

/** Posts without records, and the people to whom their relations point. */
export interface PeopleAndPosts {
  readonly people: Collection;
  readonly posts: Collection;
  readonly persons: readonly RecordRow[];
}

async function createBoth(api: AdminApi): Promise<Omit<PeopleAndPosts, 'persons'>> {
  const people = await createCollection(api, {
    name: uniqueName('people'),
    fields: [field('nick', 'text', { isPresentable: true }), field('note')],
  });
  const relation = (name: string, max: Limit): FieldInput =>
    field(name, 'relation', { collectionId: people.id, max });
  const posts = await createCollection(api, {
    name: uniqueName('posts'),
    fields: [field('title'), relation('author', 1), relation('reviewers', 3), relation('readers', null)],
  });
  return { people, posts };
}

const personAt = (index: number) => ({
  nick: `person ${String(index).padStart(3, '0')}`,
  note: index % 2 ? 'odd' : 'even',
});

/** Creates `count` people, `person 000`, `person 001` ..., for one `author`, 3 `reviewers` and any `readers`. */
export async function createPeopleAndPosts(api: AdminApi, count: number): Promise<PeopleAndPosts> {
  const both = await createBoth(api);
  return { ...both, persons: await createRecords(api, both.people.id, count, personAt) };
}

/** The same, with a single request for all people. */
export async function seedPeopleAndPosts(
  backend: Pick<Backend, 'api' | 'copyRow'>,
  count: number,
): Promise<PeopleAndPosts> {
  const both = await createBoth(backend.api);
  const ids = await seedRecords(backend, both.people, count, personAt);
  return { ...both, persons: ids.map((id) => ({ id, created: '', updated: '' })) };
}

export const idsOf = (rows: readonly RecordRow[], ...indexes: number[]): string[] =>
  indexes.map((index) => rows[index]?.id ?? '');

/** Opens a post from the list and waits for its relation fields. */
export async function openPost(page: Page, posts: Collection, record: RecordRow): Promise<Locator> {
  await page.goto(recordsHash(posts.id));
  await recordsScreen(page).row(record.id).click();
  const panel = page.getByRole('dialog', { name: `Edit ${posts.name} record` });
  await expect(panel.getByRole('button', { name: 'Open picker: author' })).toBeVisible();
  return panel;
}

/** The part of the form for a field. */
export const fieldOf = (panel: Locator, name: string): Locator => panel.locator(`[data-field="${name}"]`);

/** The related records that a field lists. */
export const chosen = (panel: Locator, name: string): Locator => fieldOf(panel, name).getByRole('listitem');

/** Opens the dialog of a relation field and returns its parts. */
export async function openPicker(page: Page, panel: Locator, data: PeopleAndPosts, name: string) {
  await panel.getByRole('button', { name: `Open picker: ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: `Select ${data.people.name} records` });
  await expect(dialog.getByRole('list', { name: `Records of ${data.people.name}` })).toBeVisible();
  const selected = dialog.locator('[data-selected]');
  return {
    dialog,
    selected,
    labels: selected.getByRole('listitem'),
    scroller: dialog.locator('[data-pick-scroller]'),
    row: (text: string) => dialog.getByRole('button', { name: new RegExp(`^${text} \\w+$`) }),
    set: dialog.getByRole('button', { name: 'Set selection' }),
    cancel: dialog.getByRole('button', { name: 'Cancel' }),
  };
}
