import { atom, onMount, type ReadableAtom } from 'nanostores';
import { currentBackend } from '#browser/backends.ts';
import type { NamedBackend } from '#domain/app/backends.ts';
import type { LoadState } from '#domain/app/load-state.ts';
import { $path } from './route.ts';

/** Asked before a panel with edits is closed. */
export const CLOSE_QUESTION = 'You have unsaved changes. Do you really want to close the panel?';
/** Asked before an unsaved copy replaces edits. */
export const DISCARD_QUESTION = 'You have unsaved changes. Do you really want to discard them?';

export interface Question {
  readonly text: string;
  /** What 'Yes' destroys, with its name or number; empty when the text says so. Undefined if it destroys nothing. */
  readonly loss: string | undefined;
  /** Sentences about what else is lost, which arrive while the question is on screen; not needed for an answer. */
  readonly $details?: ReadableAtom<LoadState<readonly string[]>> | undefined;
  /** What must be typed before 'Yes': the name of a production backend that loses something. */
  readonly typed?: string | undefined;
  /** What can be done instead; counts as no. */
  readonly instead?: { readonly label: string; readonly run: () => void } | undefined;
  /** Closes the popup and passes the choice to the caller of {@link confirm}. */
  readonly answer: (yes: boolean) => void;
}

/** Options of {@link confirm}; `loss`, `$details` and `instead` as in {@link Question}. */
export interface ConfirmOptions extends Pick<Question, '$details' | 'instead'> {
  readonly signal?: AbortSignal;
  readonly loss?: string;
  /** Where something is lost; by default, with a text in `loss`, the backend of this tab. */
  readonly backend?: NamedBackend | undefined;
}

/** The question of the global confirm popup, undefined while there is none. */
export const $question = atom<Question | undefined>(undefined);

// A change of the route closes the popup.
onMount($question, () => $path.listen(() => $question.get()?.answer(false)));

/**
 * Shows a question and resolves to the user's choice; closing it, another question and an aborted `signal` count as no.
 * Before stored data of a production backend is lost, its name has to be typed.
 */
export function confirm(text: string, options: ConfirmOptions = {}): Promise<boolean> {
  const { signal, loss, $details, instead, backend = loss ? currentBackend() : undefined } = options;
  if (signal?.aborted) return Promise.resolve(false);
  $question.get()?.answer(false);
  return new Promise((resolve) => {
    const question: Question = {
      text,
      loss,
      $details,
      typed: backend?.production ? backend.name : undefined,
      instead,
      answer: (yes) => {
        signal?.removeEventListener('abort', decline);
        $question.set(undefined);
        resolve(yes);
      },
    };
    const decline = () => question.answer(false);
    signal?.addEventListener('abort', decline);
    $question.set(question);
  });
}
