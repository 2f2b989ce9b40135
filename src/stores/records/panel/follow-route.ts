import { computed } from 'nanostores';
import type { Collection } from '#domain/collections/collection.ts';
import type { FormValues } from '#domain/field-types/form-value.ts';
import { parseHash } from '#routing/hash.ts';
import { $query, $route, setQuery } from '#stores/app/route.ts';
import { guardUnsaved } from '#stores/app/unsaved.ts';
import { $activeCollection } from '#stores/collections/list.ts';
import { createWalk } from '#stores/factories/create-walk.ts';
import { $records, loadMoreRecords } from '../list.ts';
import type { PanelRisk, RecordPanel, UsedTemplate } from './panel.ts';
import { $preview, closePreview, openPreview } from './preview.ts';
import { $panels, disposePanels, openRecordPanel } from './stack.ts';

/** The collection and record id in the address; undefined on other screens. */
const $requested = computed([$route, $activeCollection, $query], (route, collection, query) => {
  if (route?.name !== 'collections' || !collection || query['collectionId'] !== collection.id) {
    return undefined;
  }
  return { collection, recordId: query['recordId'] };
});

/** The lowest panel, whose record is in the address; the panels above it don't change the address. */
let root: RecordPanel | undefined;

const clearRecordId = () => setQuery({ recordId: undefined }, { replace: true });

interface RootOptions {
  readonly initial?: FormValues;
  readonly template?: UsedTemplate | undefined;
  readonly slot?: number | undefined;
}

function openRoot(collection: Collection, recordId: string | undefined, options: RootOptions = {}): void {
  const panel = openRecordPanel({
    ...options,
    collection,
    recordId,
    onSaved: ({ id }, isNew, isKept) => {
      // A new record whose panel stays open gets its address.
      if (isNew && isKept && root === panel) setQuery({ recordId: id }, { replace: true });
    },
    onClose: () => {
      if (root !== panel) return;
      root = undefined;
      clearRecordId();
    },
    onDuplicate: (initial, template) => {
      root = undefined;
      clearRecordId();
      openRoot(panel.$collection.get(), undefined, { initial, template });
    },
  });
  root = panel;
}

/** Shows another record of the list in the same panel, after a question about unsaved changes. */
async function showInstead(recordId: string, replace: boolean): Promise<void> {
  const before = root;
  if (!before || !(await before.confirmClose()) || root !== before) return;
  replaceRoot(before.$collection.get(), recordId);
  setQuery({ recordId }, { replace });
}

/** The panel stays where it is on screen, and only its content changes. */
function replaceRoot(collection: Collection, recordId: string): void {
  const slot = root?.slot;
  closePanels();
  openRoot(collection, recordId, { slot });
}

/** Steps to the records above and below the opened one in the list. */
export const recordWalk = createWalk({
  $list: $records,
  $id: computed($requested, (requested) => requested?.recordId),
  show: (id) => showInstead(id, true),
  loadMore: loadMoreRecords,
});

function followPanel(requested: ReturnType<typeof $requested.get>): void {
  if (!requested || (root && root.$collection.get().id !== requested.collection.id)) {
    closePanels();
    if (!requested) return;
  }
  const { collection, recordId } = requested;
  const shown = root?.$recordId.get();
  if (recordId === shown || (recordId === undefined && !root)) return;
  const top = $panels.get().at(-1);
  if (root && top && (top !== root || root.$isDirty.get())) {
    // Back has left the address of a record with unsaved changes or with panels on top. Closing the topmost panel asks
    // about unsaved changes, as every other way of closing does. The address is restored as a new history entry: if it
    // replaced the reached one, the next Back would leave the page.
    setQuery({ recordId: shown });
    if (top === root && recordId !== undefined) void showInstead(recordId, false);
    else void top.close();
    return;
  }
  if (recordId === undefined) closePanels();
  else replaceRoot(collection, recordId);
}

function followPreview(requested: ReturnType<typeof $requested.get>): void {
  const shown = $preview.get();
  if (requested?.collection.type !== 'view' || requested.recordId === undefined) {
    if (shown) closePreview();
    return;
  }
  if (shown?.recordId === requested.recordId && shown.collection.id === requested.collection.id) return;
  void openPreview(requested.collection, requested.recordId);
}

function follow(requested: ReturnType<typeof $requested.get>): void {
  followPreview(requested);
  followPanel(requested?.collection.type === 'view' ? undefined : requested);
}

const RISK_QUESTIONS: Readonly<Record<PanelRisk, string>> = {
  saving: 'The record is still being saved. Do you really want to stop that and leave?',
  unkept: 'You have unsaved changes that no draft keeps, such as chosen files. Do you really want to leave?',
};

/** The most serious risk of leaving among the open panels. */
function riskOfLeaving(): PanelRisk | undefined {
  const risks = $panels.get().map((panel) => panel.$risk.get());
  return risks.find((risk) => risk === 'saving') ?? risks.find((risk) => risk !== undefined);
}

/** In the same list the panel itself asks about unsaved changes, but not while it saves. */
function isKept(hash: string): boolean {
  const { name, query } = parseHash(hash);
  const isSameList = name === 'collections' && query['collectionId'] === root?.$collection.get().id;
  return isSameList && (riskOfLeaving() !== 'saving' || query['recordId'] === root?.$recordId.get());
}

function closePanels(): void {
  root = undefined;
  disposePanels();
}

/** Opens an empty panel for the collection on screen; does nothing for a view, or while a panel is open. */
export function openNewRecordPanel(): void {
  const requested = $requested.get();
  if (requested && requested.collection.type !== 'view' && !root) openRoot(requested.collection, undefined);
}

/** Closes every panel and the preview without a question. */
export function disposeAll(): void {
  closePanels();
  closePreview();
}

/** Opens and closes panels and previews by the address. Returns a function that stops this. */
export function startRecordPanels(): () => void {
  const stopAddress = $requested.subscribe(follow);
  // A closed preview removes its record from the address.
  const stopPreview = $preview.listen((shown) => {
    if (!shown && $requested.get()?.collection.type === 'view') clearRecordId();
  });
  // A navigation may stop a save, or lose edits that no draft contains. The panels close before the address changes, so
  // that they don't react to it.
  const stopGuard = guardUnsaved({
    question: () => {
      const risk = riskOfLeaving();
      return risk && RISK_QUESTIONS[risk];
    },
    discard: closePanels,
    isKept,
  });
  return () => {
    stopGuard();
    stopAddress();
    stopPreview();
    disposeAll();
  };
}
