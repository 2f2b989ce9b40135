/* The port for how the backend reads the texts of filters. */
import type { Escapes } from '#domain/backend/dialect.ts';
import { setEscapes } from '#domain/model/filter/escapes.ts';
import { byLine } from './choose.ts';
import { escapesOf } from './pb23/escapes.ts';

/**
 * Lets filters be written and read for the backend of the chosen line.
 * @param version undefined where it is not known
 * @param asked how it reads texts, as its answer has told without a version
 */
export const chooseEscapes = (version: string | undefined, asked?: Escapes): void =>
  setEscapes(byLine<Escapes>('quote', escapesOf(version, asked)));
