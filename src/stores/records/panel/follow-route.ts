import { computed } from 'nanostores';
import type { Collection } from '#domain/collections/collection.ts';
import type { FormValues } from '#domain/field-types/form-value.ts';
import { parseHash } from '#routing/hash.ts';
import { confirm } from '#stores/app/confirm.ts';
import { $query, $route, guardLeaving, setQuery } from '#stores/app/route.ts';
import { $activeCollection } from '#stores/collections/list.ts';
import type { PanelRisk, RecordPanel } from './panel.ts';
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

const RISK_QUESTIONS: Readonly<Record<PanelRisk, string>> = {
  saving: 'The record is still being saved. Do you really want to stop that and leave?',
  unkept: 'You have unsaved changes that no draft keeps, such as chosen files. Do you really want to leave?',
};

/** The worst that leaving would do to the open panels. */
function riskOfLeaving(): PanelRisk | undefined {
  const risks = $panels.get().map((panel) => panel.$risk.get());
  return risks.find((risk) => risk === 'saving') ?? risks.find((risk) => risk !== undefined);
}

async function confirmLeaving(risk: PanelRisk, hash: string): Promise<void> {
  if (!(await confirm(RISK_QUESTIONS[risk]))) return;
  // Closed here, they can't take the address that is gone to for one of theirs.
  root = undefined;
  disposePanels();
  location.hash = hash;
}

/** Asks before another address closes panels at the cost of a save under way or of what no draft keeps. */
function mayLeave(hash: string): boolean {
  const risk = riskOfLeaving();
  if (risk === undefined) return true;
  const { name, query } = parseHash(hash);
  const isSameList = name === 'collections' && query['collectionId'] === root?.$collection.get().id;
  // In the same list the panel itself asks about unsaved changes, but it can't while it saves.
  if (isSameList && (risk !== 'saving' || query['recordId'] === root?.$recordId.get())) return true;
  void confirmLeaving(risk, hash);
  return false;
}

function warnOnUnload(event: BeforeUnloadEvent): void {
  if (riskOfLeaving() !== undefined) event.preventDefault();
}

/** Opens an empty panel for the collection on screen; does nothing for a view, or while a panel is open. */
export function openNewRecordPanel(): void {
  const wanted = $wanted.get();
  if (wanted && wanted.collection.type !== 'view' && !root) openRoot(wanted.collection, undefined);
}

/** Closes every panel and the preview without asking. */
export function disposeAll(): void {
  root = undefined;
  disposePanels();
  closePreview();
}

/** Opens and closes panels and previews as the address says (RL-13, PV-02). Returns what stops that. */
export function startRecordPanels(): () => void {
  const stopAddress = $wanted.subscribe(follow);
  // A preview that closes by itself or by its button leaves the address.
  const stopPreview = $preview.listen((shown) => {
    if (!shown && $wanted.get()?.collection.type === 'view') leaveAddress();
  });
  const stopGuard = guardLeaving(mayLeave);
  window.addEventListener('beforeunload', warnOnUnload);
  return () => {
    stopGuard();
    window.removeEventListener('beforeunload', warnOnUnload);
    stopAddress();
    stopPreview();
    disposeAll();
  };
}
