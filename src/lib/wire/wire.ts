/*
 * What the screens of administrators need of a line. Each line has its own, which is fetched when somebody is signed in:
 * no page carries the words of a backend that it does not speak to.
 */
import type { Capabilities } from '#domain/backend/capabilities.ts';
import type { Collection } from '#domain/backend/collection.ts';
import type { Raw } from '#domain/backend/field.ts';
import type { LogWords } from './both/logs.ts';
import type { SettingNames } from './both/setting-names.ts';

export interface Wire {
  /** Missing parts become empty. */
  readonly readCollection: (value: unknown) => Collection;
  /**
   * @param version of the backend, undefined where it is not known
   * @param least an older version or the same, which its answers tell then
   */
  readonly capabilities: (version?: string, least?: string) => Capabilities;
  /** A version that is not newer than that of the backend with these settings; undefined where they tell none. */
  readonly leastWith: (settings: Raw) => string | undefined;
  readonly logWords: LogWords;
  readonly settingNames: SettingNames;
}
