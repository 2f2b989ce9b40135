import { coldVisit, warmVisit } from './cold-visit.ts';
import { CONDITIONS, FAST_1, SLOW } from './conditions.ts';
import type { Dashboard } from './dashboard.ts';
import { collectionEditor } from './editor.ts';
import type { Figures } from './figures.ts';
import { manyLogs, manyRecords } from './many-rows.ts';
import { isListed, rowsOf, SETTINGS_READY } from './ready.ts';
import { createRecord, openRecord } from './record-work.ts';
import { type Measurement, type Scene, type SceneName, type Stage, scene } from './scene.ts';
import { openSchema } from './schema.ts';
import { scrolling } from './scrolling.ts';
import { BACKUP, NEWEST_ADMIN, recordsUrl } from './seed.ts';
import { signIn, signInAtRest } from './sign-in.ts';
import { switching } from './switching.ts';
import { exportRecords, importRecords } from './transfer.ts';

/** Every scene, in the order in which they run. */
export const SCENES: readonly Scene[] = [
  scene('sign-in', CONDITIONS, signIn),
  scene('sign-in', [SLOW], signInAtRest),
  scene('records', CONDITIONS, cold('records', recordsAt('posts'))),
  scene('warm-records', [SLOW], warm('warm records', recordsAt('posts'))),
  scene('wide', [SLOW], cold('60 columns', recordsAt('wide'))),
  { name: 'many-records', run: manyRecords },
  scene('switch', CONDITIONS, switching),
  scene('open-record', CONDITIONS, openRecord),
  scene('new-record', CONDITIONS, createRecord),
  scene('scroll', [FAST_1], scrolling),
  scene(
    'logs',
    [SLOW],
    cold('logs', (page) => [`${page.url}#/logs`, page.logsReady]),
  ),
  scene('many-logs', [SLOW], manyLogs),
  scene(
    'settings',
    [SLOW],
    cold('settings', ({ url }) => [`${url}#/settings`, SETTINGS_READY]),
  ),
  scene(
    'settings',
    [SLOW],
    cold('backups', (page) => [`${page.url}#/settings/backups`, isListed(page, BACKUP)]),
  ),
  scene(
    'settings',
    [SLOW],
    cold('admins', (page) => [page.url + page.adminsAt, isListed(page, NEWEST_ADMIN)]),
  ),
  scene('editor', [FAST_1], collectionEditor),
  scene('schema', CONDITIONS, openSchema),
  scene('transfer', [FAST_1], exportRecords),
  scene('transfer', [FAST_1], importRecords),
];

/** What to open, and the expression that holds when it is there. */
type Target = (dashboard: Dashboard) => [url: string, ready: string];

function recordsAt(name: 'posts' | 'wide'): Target {
  return (dashboard) => [recordsUrl(dashboard, name), rowsOf(dashboard, name)];
}

function cold(label: string, target: Target): Measurement {
  return (stage, condition) => coldVisit(label, stage, condition, ...target(stage.dashboard));
}

function warm(label: string, target: Target): Measurement {
  return (stage, condition) => warmVisit(label, stage, condition, ...target(stage.dashboard));
}

/** Runs the scenes of a name once on one dashboard, each under its conditions. */
export async function measureScene(stage: Stage, name: SceneName): Promise<Figures> {
  const figures: Figures = {};
  for (const scene of SCENES) if (scene.name === name) Object.assign(figures, await scene.run(stage));
  return figures;
}
