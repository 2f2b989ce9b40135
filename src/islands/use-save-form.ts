import { type RefObject, type SubmitEvent, useRef } from 'react';
import { useFocusOn } from '#components/hooks/use-focus-on.ts';
import { useSaveKeys } from './use-save-keys.ts';

/** A form that is saved. */
export interface SavedForm {
  readonly $canSave: { get(): boolean };
  /** Stops waiting for the backend. */
  readonly stop: () => unknown;
  /** False when nothing was saved. */
  readonly save: () => unknown;
}

/** What {@link useSaveForm} returns. */
export interface SaveForm {
  /** For the `<form>`. */
  readonly ref: RefObject<HTMLFormElement | null>;
  readonly onSubmit: (event: SubmitEvent) => void;
  /** Stops waiting for the backend, and returns the focus to the save button. */
  readonly stop: () => void;
  readonly focusInvalid: () => void;
  readonly focusSave: () => void;
}

/**
 * The `<form>` of a page, popup or panel, saved by its button, Enter, Ctrl+Enter and Ctrl+S. When nothing was saved, the
 * first invalid field gets the focus: its message may be out of sight.
 * @param saveOnly what Ctrl+S does instead, for panels that stay open then
 */
export function useSaveForm({ $canSave, stop, save }: SavedForm, saveOnly?: () => unknown): SaveForm {
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
    onSubmit: (event) => {
      event.preventDefault();
      // In React, this form and those of popups above it are children of the page's form.
      event.stopPropagation();
      if (event.target === event.currentTarget) void run(save);
    },
    stop: () => {
      stop();
      focusSave();
    },
    focusInvalid,
    focusSave,
  };
}
