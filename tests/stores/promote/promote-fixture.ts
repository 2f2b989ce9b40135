import { afterAll, beforeAll } from 'vitest';
import { backends } from '#browser/backends.ts';
import { differencesOf } from '#domain/promote/difference.ts';
import { $question } from '#stores/app/confirm.ts';
import {
  $compared,
  $sides,
  compare,
  forgetComparison,
  selectDifferences,
  signInTo,
} from '#stores/promote/compare.ts';
import { $job } from '#stores/promote/panel.ts';
import type { AdminApi } from '#tests/support/admin-api.ts';
import { type Backend, startPocketBase } from '#tests/support/backend.ts';
import { browser } from '#tests/support/browser-stub.ts';
import { ADMIN_EMAIL, ADMIN_PASSWORD } from '#tests/support/template.ts';
import { until } from '../until.ts';

let running: readonly [Backend, Backend] | undefined;

/** Source and target. */
export function both(): readonly [Backend, Backend] {
  if (!running) throw new Error('The backends only run during tests.');
  return running;
}

/** Starts two backends, of which the first is that of the tab, and signs in to both. */
export function startTwo(): void {
  beforeAll(async () => {
    running = await Promise.all([startPocketBase(), startPocketBase()]);
    const [from, to] = running;
    browser.backends = JSON.stringify([
      { name: 'Staging', url: from.url, color: 'amber' },
      { name: 'Live', url: to.url, color: 'red', production: true },
    ]);
    const [staging, live] = backends();
    if (!staging || !live) throw new Error('No list of backends.');
    await signInTo(staging, ADMIN_EMAIL, ADMIN_PASSWORD);
    await signInTo(live, ADMIN_EMAIL, ADMIN_PASSWORD);
    $sides.set({ from: staging, to: live });
  });
  afterAll(async () => {
    forgetComparison();
    await Promise.all((running ?? []).map((each) => each.stop()));
  });
}

/** Answers the question, and returns it. */
export async function answer(yes = true) {
  const question = await until($question, (one) => one !== undefined);
  question?.answer(yes);
  return { text: question?.text, loss: question?.loss, typed: question?.typed };
}

/** Confirms a promotion, and waits for its end; returns the question. */
export async function confirmed(running: Promise<unknown>) {
  const question = await answer();
  await running;
  return question;
}

/** Compares, and returns the differences as `group: label`. */
export async function found(): Promise<string[]> {
  await compare();
  return shown();
}

function comparison() {
  const load = $compared.get();
  if (load.state !== 'ready') throw new Error(`Not compared: ${JSON.stringify(load)}`);
  return load.value;
}

const groups = () => [...comparison().collections, ...comparison().settings];

export const shown = (): string[] =>
  groups().flatMap(({ name, differences }) => differences.map(({ label }) => `${name}: ${label}`));

/** Selects the differences with these names. */
export function select(...names: readonly string[]): void {
  const ids = groups().flatMap(({ name, differences }) =>
    differences.flatMap(({ id, label }) => (names.includes(`${name}: ${label}`) ? [id] : [])),
  );
  selectDifferences(ids, true);
}

/** All differences by id. */
export const allDifferences = () => differencesOf(groups());

/** The result of the last job, in words. */
export const outcome = (): string | undefined => $job.get()?.text;

/** Collections as text, in the form of an export, without the ids of the fields of views: they are new at each save. */
export async function exported(backend: AdminApi): Promise<string> {
  const { items } = await backend.get<{ items: { type: string; schema: object[] }[] }>(
    '/api/collections?perPage=500&sort=%2Bname',
  );
  const shownItems = items.map((item) => ({
    ...item,
    updated: '',
    schema: item.type === 'view' ? item.schema.map((field) => ({ ...field, id: '' })) : item.schema,
  }));
  return JSON.stringify(shownItems, null, 4);
}
