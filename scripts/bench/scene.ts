import type { Browser } from 'playwright';
import type { AdminApi } from '#scripts/lib/admin-api.ts';
import type { Condition } from './conditions.ts';
import type { Dashboard } from './dashboard.ts';
import { type Figures, under } from './figures.ts';
import type { Session } from './visit.ts';

/** What a scene measures, and with what. */
export interface Stage {
  browser: Browser;
  dashboard: Dashboard;
  /** Address of Atoll's server, which forwards requests to the backend. */
  atollUrl: string;
  /** Of a signed-in administrator. */
  session: Session;
  /** The backend of both dashboards, to undo what a scene has changed. */
  api: AdminApi;
}

/** Does something with a dashboard once. The figures have their names without the condition. */
export type Measurement = (stage: Stage, condition: Condition) => Promise<Figures>;

/** What can be run on its own. */
export interface Scene {
  name: SceneName;
  /** Measures under every condition of the scene, one after the other. */
  run(stage: Stage): Promise<Figures>;
}

/** A scene that does the same under each of the conditions. */
export function scene(name: SceneName, conditions: readonly Condition[], measure: Measurement): Scene {
  return {
    name,
    run: async (stage) => {
      const figures: Figures = {};
      for (const condition of conditions)
        Object.assign(figures, under(condition, await measure(stage, condition)));
      return figures;
    },
  };
}

export const SCENE_NAMES = [
  'sign-in',
  'records',
  'warm-records',
  'wide',
  'many-records',
  'switch',
  'open-record',
  'new-record',
  'scroll',
  'logs',
  'many-logs',
  'settings',
  'editor',
  'schema',
  'transfer',
] as const;

export type SceneName = (typeof SCENE_NAMES)[number];
