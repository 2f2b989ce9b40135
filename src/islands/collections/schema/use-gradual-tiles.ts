import { useLayoutEffect, useState } from 'react';

/** Tiles that are added in one frame: names alone are drawn faster than all fields. */
const FAR_BATCH = 50;
const NEAR_BATCH = 10;

/** For each tile in the page whether it is far; tiles that are still to come are not in it. */
type Shown = ReadonlyMap<string, boolean>;

function nextOf(shown: Shown, ids: readonly string[], isFar: boolean): Shown {
  let room = isFar ? FAR_BATCH : NEAR_BATCH;
  const next = new Map<string, boolean>();
  for (const id of ids) {
    const before = shown.get(id);
    if (before !== isFar && room-- > 0) next.set(id, isFar);
    else if (before !== undefined) next.set(id, before);
  }
  return next;
}

/** Adds tiles to the page, and changes how they are shown, a few in each frame: hundreds at once would freeze it. */
export function useGradualTiles(ids: readonly string[], isFar: boolean): Shown {
  const [shown, setShown] = useState<Shown>(new Map());
  useLayoutEffect(() => {
    if (shown.size === ids.length && ids.every((id) => shown.get(id) === isFar)) return;
    const frame = requestAnimationFrame(() => setShown(nextOf(shown, ids, isFar)));
    return () => cancelAnimationFrame(frame);
  }, [shown, ids, isFar]);
  return shown;
}
