import { computed } from 'nanostores';
import type { Collection } from '../../lib/domain/collection.ts';
import type { FormValues } from '../../lib/domain/record-form/values.ts';
import { $activeCollection } from '../collections.ts';
import { $newRecordWish } from '../record-open.ts';
import { $query, $route, setQuery } from '../route.ts';
import type { RecordPanel } from './panel.ts';
import { $preview, closePreview, openPreview } from './preview.ts';
import { $panels, disposePanels, openRecordPanel } from './stack.ts';

/** The record that the address names, with its collection; undefined on any other screen. */
const $wanted = computed([$route, $activeCollection, $query], (route, collection, query) => {
  if (route?.name !== 'collections' || !collection || query['collectionId'] !== collection.id) {
    return undefined;
  }
  return { collection, recordId: query['recordId'] };
});

/** The panel of the page itself, the lowest one; those above it are of no concern to the address. */
let root: RecordPanel | undefined;

const leaveAddress = () => setQuery({ recordId: undefined }, { replace: true });

function openRoot(collection: Collection, recordId: string | undefined, initial?: FormValues): void {
  const panel = openRecordPanel({
    collection,
    recordId,
    ...(initial ? { initial } : {}),
    onSaved: ({ id }, isNew, isKept) => {
      // A new record that stays open is found again by its address.
      if (isNew && isKept && root === panel) setQuery({ recordId: id }, { replace: true });
    },
    onClose: () => {
      if (root !== panel) return;
      root = undefined;
      leaveAddress();
    },
    onDuplicate: (values) => {
      root = undefined;
      leaveAddress();
      openRoot(panel.$collection.get(), undefined, values);
    },
  });
  root = panel;
}

function followPanel(wanted: ReturnType<typeof $wanted.get>): void {
  if (!wanted || (root && root.$collection.get().id !== wanted.collection.id)) {
    root = undefined;
    disposePanels();
    if (!wanted) return;
  }
  const { collection, recordId } = wanted;
  const shown = root?.$recordId.get();
  if (recordId === shown || (recordId === undefined && !root)) return;
  const top = $panels.get().at(-1);
  if (root && top && (top !== root || root.$isDirty.get())) {
    // The way back left the address of a record with unsaved changes, or with panels on top of it: closing
    // the topmost asks first, as any other way of closing does. The address comes back as a new entry: in place
    // of the one that was reached, the next way back would lead out of the page.
    setQuery({ recordId: shown });
    void top.close();
    return;
  }
  if (root) {
    root = undefined;
    disposePanels();
  }
  if (recordId !== undefined) openRoot(collection, recordId);
}

function followPreview(wanted: ReturnType<typeof $wanted.get>): void {
  const shown = $preview.get();
  if (wanted?.collection.type !== 'view' || wanted.recordId === undefined) {
    if (shown) closePreview();
    return;
  }
  if (shown?.recordId === wanted.recordId && shown.collection.id === wanted.collection.id) return;
  void openPreview(wanted.collection, wanted.recordId);
}

function follow(wanted: ReturnType<typeof $wanted.get>): void {
  followPreview(wanted);
  followPanel(wanted?.collection.type === 'view' ? undefined : wanted);
}

/** Opens and closes panels and previews as the address says (RL-13, PV-02). Returns what stops that. */
export function startRecordPanels(): () => void {
  const stopAddress = $wanted.subscribe(follow);
  const stopNew = $newRecordWish.subscribe((wish) => {
    if (!wish) return;
    // Taken back first: a wish that can't be granted must not come true on another screen.
    $newRecordWish.set(false);
    const wanted = $wanted.get();
    if (wanted && wanted.collection.type !== 'view' && !root) openRoot(wanted.collection, undefined);
  });
  // A preview that closes by itself or by its button leaves the address.
  const stopPreview = $preview.listen((shown) => {
    if (!shown && $wanted.get()?.collection.type === 'view') leaveAddress();
  });
  return () => {
    stopAddress();
    stopNew();
    stopPreview();
    root = undefined;
    disposePanels();
    closePreview();
  };
}
