import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { test } from 'vitest';
import { findBrowser, findFirefox, hasWebKit } from '#scripts/lib/browser.ts';
import { startAtoll } from '#tests/support/atoll.ts';
import { startPocketBase } from '#tests/support/backend.ts';
import type { Engine } from '#tests/support/engines/engine.ts';
import { startPuppeteer } from '#tests/support/engines/puppeteer.ts';
import { createVisitor, type Visitor } from '#tests/support/engines/visitor.ts';
import { startWebKit } from '#tests/support/engines/webkit.ts';
import { pngFile } from '#tests/support/factories.ts';

const EMAIL = 'first@example.com';
const PASSWORD = 'a long password';

const ENGINES: Record<string, { isMissing: boolean; start: () => Promise<Engine> }> = {
  Chromium: { isMissing: !findBrowser(), start: () => startPuppeteer('chrome', findBrowser() ?? '') },
  Firefox: { isMissing: !findFirefox(), start: () => startPuppeteer('firefox', findFirefox() ?? '') },
  WebKit: { isMissing: !hasWebKit(), start: startWebKit },
};

async function install({ type, click, see }: Visitor): Promise<void> {
  // The sign-in, which may be shown before, has fields of the same names.
  await see('Create your first admin account');
  await type('Email', EMAIL);
  await type('Password', PASSWORD);
  await type('Password confirm', PASSWORD);
  await click('button', 'Create and login');
  await see('users');
}

async function signInAgain({ type, click, see }: Visitor): Promise<void> {
  await click('button', 'Logged admin menu');
  await click('menuitem', 'Logout');
  await see('Admin sign in');
  await type('Email', EMAIL);
  await type('Password', PASSWORD);
  await click('button', 'Login');
  await see('users');
}

async function createCollection({ type, click, see }: Visitor): Promise<void> {
  await click('button', 'New collection');
  await type('Name', 'animals');
  for (const kind of ['Plain text', 'File']) {
    await click('button', 'New field');
    await click('menuitem', kind);
  }
  await click('button', 'Create');
  await see('No records found.');
}

async function createRecord({ type, click, chooseFile, see }: Visitor, picture: string): Promise<void> {
  await click('button', 'New record');
  await type('field', 'Otter');
  await chooseFile('New file of field2', picture);
  await see('otter.png');
  await click('button', 'Create');
  await click('gridcell', 'Otter');
  await see('Save changes');
  await click('button', 'Close');
}

async function importAndExport(
  { click, chooseFile, see, downloaded }: Visitor,
  table: string,
): Promise<string> {
  await click('button', 'More actions');
  await click('menuitem', 'Import records…');
  await chooseFile('File with records', table);
  await click('button', 'Check the rows');
  await click('button', 'Import 2 rows');
  await click('button', 'Done');
  await see('Marten');
  await click('button', 'More actions');
  await click('menuitem', 'Export records…');
  await click('button', 'Export');
  const text = await downloaded('.csv');
  await click('button', 'Close');
  return text;
}

async function findLogEntry({ type, click, see }: Visitor): Promise<void> {
  await click('link', 'Logs');
  await type('Search logs', 'by-a-guest\n');
  await click('text in a cell', 'GET /api/collections/users/records?by-a-guest');
  await see('Request log');
  await click('button', 'Close');
}

async function changeSetting({ type, click, see }: Visitor): Promise<void> {
  await click('link', 'Settings');
  await type('Application name', 'Zoo');
  await click('button', 'Save changes');
  await see('Successfully saved application settings.');
}

async function backUp({ type, click, see }: Visitor): Promise<void> {
  await click('link', 'Backups');
  // The button is below the list, and moves when it arrives: a press at that moment would miss it.
  await see('No backups yet.');
  await click('button', 'Initialize new backup');
  await type('Backup name', 'zoo.zip');
  await click('button', 'Start backup');
  await see('Successfully generated new backup.');
  await see('zoo.zip');
}

for (const [name, { isMissing, start }] of Object.entries(ENGINES)) {
  test.concurrent(`the main job in ${name}`, async ({ expect, onTestFinished, skip }) => {
    skip(isMissing, `${name} is not installed: npm test installs it on Debian as root`);
    const folder = mkdtempSync(`${tmpdir()}/atoll-engines-`);
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const picture = `${folder}/otter.png`;
    writeFileSync(picture, Buffer.from(await pngFile().arrayBuffer()));
    const table = `${folder}/animals.csv`;
    writeFileSync(table, 'field\nMarten\n"Polecat, black"\n');
    const backend = await startPocketBase({ from: 'empty' });
    onTestFinished(backend.stop);
    await fetch(`${backend.url}/api/collections/users/records?by-a-guest`);
    const atoll = await startAtoll({ backendUrl: backend.url });
    onTestFinished(atoll.stop);
    const engine = await start();
    onTestFinished(engine.close);
    const visitor = createVisitor(engine);

    await visitor.open(atoll.url);
    await install(visitor);
    await signInAgain(visitor);
    await createCollection(visitor);
    await createRecord(visitor, picture);
    const exported = await importAndExport(visitor, table);
    await findLogEntry(visitor);
    await changeSetting(visitor);
    await backUp(visitor);

    expect(exported.match(/Otter|Marten|"Polecat, black"/g)?.sort()).toEqual([
      '"Polecat, black"',
      'Marten',
      'Otter',
    ]);
    const [record] = backend.sql("SELECT field2 FROM animals WHERE field = 'Otter'");
    expect(record?.['field2']).toMatch(/^otter_\w+\.png$/);
    expect(engine.problems()).toEqual([]);
  });
}
