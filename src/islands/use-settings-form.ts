import { type RefObject, type SubmitEvent, useEffect, useRef } from 'react';
import { useFocusOn } from '#components/hooks/use-focus-on.ts';
import type { AnySettingsForm } from '#stores/factories/create-settings-form.ts';
import { useSaveKeys } from './use-save-keys.ts';

/** What {@link useSettingsForm} returns. */
export interface SettingsFormElement {
  /** For the `<form>`. */
  readonly ref: RefObject<HTMLFormElement | null>;
  readonly onSubmit: (event: SubmitEvent) => void;
  /** Stops waiting for the backend, and returns the focus to the save button. */
  readonly stop: () => void;
}

/**
 * The `<form>` of a page or popup over settings: loads them while it is shown, and saves by its button, Enter and Ctrl+S.
 * `onSave` saves in place of `form.save`. After `false` the first invalid field gets the focus.
 */
export function useSettingsForm(form: AnySettingsForm, onSave?: () => unknown): SettingsFormElement {
  const ref = useRef<HTMLFormElement>(null);
  const focusInvalid = useFocusOn(ref, '[aria-invalid="true"], [data-invalid] button:not(:disabled)');
  const focusSave = useFocusOn(ref, 'button[type=submit]');
  useEffect(() => form.start(), [form]);
  useSaveKeys(ref, () => {
    if (form.$canSave.get()) ref.current?.requestSubmit();
  });

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    // In React, this form and those of popups above it are children of the page's form.
    event.stopPropagation();
    if (event.target !== event.currentTarget) return;
    if ((await (onSave ? onSave() : form.save())) === false) focusInvalid();
  }

  function stop() {
    form.stop();
    focusSave();
  }

  return { ref, onSubmit: (event) => void submit(event), stop };
}
