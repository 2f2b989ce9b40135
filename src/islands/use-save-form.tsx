import { useStore } from '@nanostores/react';
import type { ReadableAtom } from 'nanostores';
import { type RefObject, type SubmitEvent, useEffect, useEffectEvent, useRef } from 'react';
import { DraftBanner } from '#components/feedback/DraftBanner.tsx';
import { useFocusOn } from '#components/hooks/use-focus-on.ts';
import { isComposing, latinKey } from '#domain/app/key-press.ts';

type SaveKey = Pick<
  KeyboardEvent,
  'key' | 'code' | 'keyCode' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'defaultPrevented'
>;

/** Whether a key saves, or saves and closes. */
export function saveKeyOf(event: SaveKey): 'save' | 'close' | undefined {
  if (isComposing(event) || !(event.ctrlKey || event.metaKey) || event.altKey) return undefined;
  if (event.key === 'Enter' && !event.shiftKey) return event.defaultPrevented ? undefined : 'close';
  return latinKey(event) === 's' ? 'save' : undefined;
}

/** With the focus in a dialog above the form the keys do nothing; the browser's own save dialog is always prevented. */
function useSaveKeys(
  form: RefObject<HTMLFormElement | null>,
  onSave: () => void,
  onSaveAndClose: () => void,
): void {
  const save = useEffectEvent((event: KeyboardEvent) => {
    const key = saveKeyOf(event);
    if (!key) return;
    event.preventDefault();
    const panels = [...document.querySelectorAll('[data-panel]')];
    const target = event.target instanceof Element ? event.target.closest('[data-panel]') : null;
    // Without a focused panel the keys apply to the topmost one, and without any panel to the page.
    const active = target ?? panels.at(-1) ?? null;
    if (form.current?.closest('[data-panel]') === active && !event.repeat)
      (key === 'close' ? onSaveAndClose : onSave)();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => save(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}

interface SavedForm {
  readonly $canSave: { get(): boolean };
  readonly stop: () => unknown;
  /** False when nothing was saved. */
  readonly save: () => unknown;
}

export type SaveForm = ReturnType<typeof useSaveForm>;

/** When nothing was saved, the first invalid field gets the focus. `saveOnly`: for Ctrl+S in panels that stay open. */
export function useSaveForm({ $canSave, stop, save }: SavedForm, saveOnly?: () => unknown) {
  const ref = useRef<HTMLFormElement>(null);
  const focusInvalid = useFocusOn(ref, '[aria-invalid="true"], [data-invalid] :is(button:enabled, :checked)');
  const focusSave = useFocusOn(ref, 'button[type=submit]');
  const run = async (action: () => unknown) => {
    if ($canSave.get() && (await action()) === false) focusInvalid();
  };
  const submit = () => {
    if ($canSave.get()) ref.current?.requestSubmit();
  };
  useSaveKeys(ref, saveOnly ? () => void run(saveOnly) : submit, submit);
  return {
    ref,
    onSubmit: (event: SubmitEvent) => {
      event.preventDefault();
      // In React, this form and those of popups above it are children of the page's form.
      event.stopPropagation();
      if (event.target === event.currentTarget) void run(save);
    },
    /** Stops waiting for the backend, and returns the focus to the save button. */
    stop: () => {
      stop();
      focusSave();
    },
    focusInvalid,
    focusSave,
  };
}

/** Offers the draft of a panel, page or popup. */
export function OfferedDraft({
  panel,
  form,
  text,
}: {
  readonly panel: {
    readonly $offeredDraft: ReadableAtom<unknown>;
    readonly hasSecrets?: boolean;
    readonly restoreDraft: () => void;
    readonly discardDraft: () => void;
  };
  readonly form: SaveForm;
  readonly text: string;
}) {
  return (
    <DraftBanner
      text={panel.hasSecrets ? `${text} Secrets that were typed are not among them.` : text}
      isOffered={useStore(panel.$offeredDraft) !== undefined}
      form={form.ref}
      onRestore={panel.restoreDraft}
      onDiscard={panel.discardDraft}
    />
  );
}
