import { type MapTiles, tilesProblem } from '#domain/app/map-tiles.ts';
import { pageSetting } from './page-settings.ts';

/** The operator's tiles in the page's head; undefined without any: then no map loads anything. */
export function mapTiles(): MapTiles | undefined {
  const url = pageSetting('tiles');
  return tilesProblem(url) ? undefined : { url, credit: pageSetting('tiles-credit') };
}
