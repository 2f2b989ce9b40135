import { atom, computed, effect } from 'nanostores';
import { followHidden } from '#browser/listen.ts';
import { saveFile } from '#browser/save-file.ts';
import { type Arranger, openArranger } from '#browser/schema/arranger.ts';
import { pngOf, readColors } from '#browser/schema/picture.ts';
import { SCHEMA_PLACES_KEY } from '#domain/app/later-keys.ts';
import type { LoadState } from '#domain/app/load-state.ts';
import { isInternal } from '#domain/collections/collection.ts';
import type { Graphic } from '#domain/collections/schema/arrange.ts';
import { type Diagram, diagramOf, searchDiagram } from '#domain/collections/schema/diagram.ts';
import { completePlaces, type Places, parsePlaces } from '#domain/collections/schema/geometry.ts';
import { pngScale, svgOf } from '#domain/collections/schema/svg.ts';
import { report } from '#stores/app/report.ts';
import { $query, $route } from '#stores/app/route.ts';
import { addToast } from '#stores/app/toasts.ts';
import { createPreference } from '#stores/base/create-preference.ts';
import { startPoll } from '#stores/base/running.ts';
import { $collectionList, $collections, checkCollections } from '../list.ts';

/** Time between two questions whether somebody has changed a collection, in ms. */
const CHECK_MS = 20_000;

/** Whether the collections that the backend has made for itself are in the diagram, too, until the screen is left. */
export const $showsInternal = atom(false);
/** Whether there are such collections. */
export const $hasInternal = computed($collectionList, (all) => all.some(isInternal));

const $shown = computed([$collectionList, $showsInternal], (all, showsInternal) =>
  showsInternal ? all : all.filter((one) => !isInternal(one)),
);

/** The shown collections with their relations. */
export const $diagram = computed($shown, diagramOf);

/** The places of this device: absent until a tile is moved. From then on all tiles stay where they are. */
const moved = createPreference<Places | undefined>({
  key: SCHEMA_PLACES_KEY,
  initial: undefined,
  decode: parsePlaces,
  encode: (places) => places && JSON.stringify(places),
});

/** The same, but absent when they are all of collections that are no more, as those of another backend in its place. */
const $own = computed([moved.$value, $diagram], (places, { tiles }) =>
  tiles.some(({ id }) => places?.[id]) ? places : undefined,
);

/** Whether tiles were moved by hand. */
export const $isMoved = computed($own, (places) => places !== undefined);

const $arranged = atom<LoadState<Places>>({ state: 'busy' });

/** What is to be shown where; busy until the collections are loaded and arranged. */
export const $placed = computed(
  [$collections, $diagram, $own, $arranged],
  (load, diagram, own, arranged): LoadState<{ readonly diagram: Diagram; readonly places: Places }> => {
    if (load.state !== 'ready') return load;
    if (own) return { state: 'ready', value: { diagram, places: completePlaces(own, diagram) } };
    if (arranged.state !== 'ready') return arranged;
    // While changed collections are arranged anew, those that were there stay where they are.
    return { state: 'ready', value: { diagram, places: completePlaces(arranged.value, diagram) } };
  },
);

/** The collection that is highlighted with its neighbours. */
export const $selected = atom<string | undefined>(undefined);
/** A request to bring a collection into sight; a new object each time. */
export const $jump = atom<{ readonly id: string } | undefined>(undefined);

/** Highlights a collection and brings it into sight. */
export function jumpTo(id: string): void {
  $selected.set(id);
  $jump.set({ id });
}

/** The text of the search; its matches are marked. */
export const $search = atom('');
export const $matches = computed([$shown, $search], searchDiagram);

/** Searches, and jumps to the first match. */
export function search(text: string): void {
  $search.set(text);
  const [first] = $matches.get();
  if (first !== undefined) jumpTo(first);
}

/** Jumps to the match after the selected one, or before it. */
export function stepMatch(step: 1 | -1): void {
  const matches = $matches.get();
  const at = matches.indexOf($selected.get() ?? '');
  const next = matches.at(at < 0 ? 0 : (at + step) % matches.length);
  if (next !== undefined) jumpTo(next);
}

/** Moves a tile; all places are then kept on this device, those of unknown collections too. */
export function placeTile(id: string, place: readonly [x: number, y: number]): void {
  const placed = $placed.get();
  if (placed.state !== 'ready') return;
  const { places } = placed.value;
  moved.update((stored) => ({ ...stored, ...places, [id]: [Math.round(place[0]), Math.round(place[1])] }));
}

/** Forgets where tiles were moved to. */
export const arrangeAgain = (): void => moved.$value.set(undefined);

let arranger: Arranger | undefined;
/** What is arranged or being arranged, as text. */
let requested = '';

async function arrange(graphic: Graphic): Promise<void> {
  const text = JSON.stringify(graphic);
  if (text === requested || !arranger) return;
  requested = text;
  try {
    const value = await arranger.arrange(graphic);
    if (requested === text) $arranged.set({ state: 'ready', value });
  } catch (thrown) {
    if (requested !== text) return;
    requested = '';
    const error = report(thrown, { toast: false });
    // What was arranged before stays, with new collections below it.
    if ($arranged.get().state !== 'ready') $arranged.set({ state: 'failed', error });
  }
}

const arrangeUnlessMoved = (diagram: Diagram, own: Places | undefined) => {
  if (own || !diagram.tiles.length) return;
  void arrange({
    tiles: diagram.tiles.map(({ id, height }) => ({ id, height })),
    links: diagram.relations.map(({ from, to }) => [from, to] as const),
  });
};

/** Arranges the collections again after a failure. */
export function retryArranging(): void {
  $arranged.set({ state: 'busy' });
  arrangeUnlessMoved($diagram.get(), $own.get());
}

/** Follows the collections, changes of others too, and arranges them. Returns a function that stops this. */
export function startSchema(): () => void {
  // Its code arrives while the collections are loaded.
  arranger = openArranger();
  let isHidden = false;
  const stops = [
    effect([$diagram, $own], arrangeUnlessMoved),
    effect([$query, $route], ({ collectionId }, route) => {
      if (route?.name !== 'schema' || !collectionId) return;
      if ($collectionList.get().some((one) => one.id === collectionId && isInternal(one)))
        $showsInternal.set(true);
      jumpTo(collectionId);
    }),
    followHidden((now) => {
      if (isHidden && !now) void checkCollections();
      isHidden = now;
    }),
    startPoll({ ms: CHECK_MS, action: async () => (isHidden ? undefined : checkCollections()) }),
  ];
  return () => {
    for (const stop of stops) stop();
    arranger?.close();
    arranger = undefined;
    // A pending call ended with the worker.
    if ($arranged.get().state !== 'ready') requested = '';
    $selected.set(undefined);
    $jump.set(undefined);
    $search.set('');
    $showsInternal.set(false);
  };
}

/** Saves the whole diagram as a picture in the colours on screen; says when it is too large. Never rejects. */
export async function saveDiagram(type: 'svg' | 'png'): Promise<void> {
  const placed = $placed.get();
  if (placed.state !== 'ready') return;
  const { text, size } = svgOf(placed.value.diagram, placed.value.places, readColors());
  if (type === 'svg') return saveFile('schema.svg', new Blob([text], { type: 'image/svg+xml' }));
  const scale = pngScale(size);
  const picture = scale && (await pngOf(text, size, scale).catch(() => undefined));
  if (picture) saveFile('schema.png', picture);
  else addToast('error', 'The diagram is too large for a PNG that can be read. Save it as SVG.');
}
