import { dequal } from 'dequal/lite';
import type { JsonObject } from '#domain/app/is-object.ts';
import { ownOf } from '#domain/app/own.ts';
import { SECRET_MASK } from '#domain/app/secret-mask.ts';
import {
  draftOf,
  type FieldsDraft,
  formatSettingsDraft,
  mergeSettings,
  parseSettingsDraft,
  pathsOf,
  type SettingField,
  type SettingFields,
  type SettingValue,
} from '#domain/app/settings-fields.ts';
import type { ForeignChange } from './confirm-replacing.ts';
import { createDraftStorage } from './create-draft-storage.ts';
import { createEditSession, type EditStrategy, type Sent } from './create-edit-session.ts';
import { createForm, type Form, type FormOptions, MAY_BE_SAVED } from './create-form.ts';

/** Values by the path of their field. */
type FieldValues = Readonly<Record<string, SettingValue>>;

export interface FieldsFormOptions<Values extends FieldValues, Stored>
  extends Pick<FormOptions<Values>, 'initial' | 'load' | 'isDirty' | 'onError'>,
    Pick<EditStrategy<Values, Stored, Stored>, 'read' | 'findCreated'> {
  readonly fields: SettingFields;
  readonly valuesOf: (stored: Stored) => Values;
  /** Checks what was typed before anything is requested; throws Declined. */
  readonly check?: (typed: Values, signal: AbortSignal) => Promise<void>;
  /** Called with what is stored now, before the user is asked; may add changes that the values don't show. */
  readonly onRead?: (stored: Stored, typed: Values, isUnconfirmed: boolean) => readonly ForeignChange[];
  /** What another administrator stored in a field, if its value alone does not say it. */
  readonly changeText?: (path: string, theirs: Values) => string | undefined;
  readonly send: (values: Values, stored: Stored | undefined, signal: AbortSignal) => Promise<Stored>;
  /** Called when the form has the stored values, and what was typed meanwhile. */
  readonly onSent: (sent: Sent<Values, Stored>) => void;
  /** The values that the user would save without any edit; they are not part of a draft. */
  readonly suggest?: (base: Values) => Values;
}

/**
 * Creates a form over an object of the backend with named fields, such as its settings. Before it saves, it reads the
 * object again: what only another administrator has changed meanwhile goes back as it is, and a field that both have
 * changed asks. Drafts contain no secrets.
 */
export function createFieldsForm<Values extends FieldValues, Stored>(
  options: FieldsFormOptions<Values, Stored>,
) {
  const { fields, valuesOf, changeText, suggest = (base) => base } = options;
  const { isDirty = (values: Values, base: Values) => !dequal(values, base) } = options;
  const fieldOf = (path: string): SettingField | undefined => ownOf<SettingField>(fields, path);
  const labelOf = (path: string): string => fieldOf(path)?.label ?? path;

  const form: Form<Values> = createForm({
    ...options,
    isShown: (path) => Object.hasOwn(fields, path),
    labelOf,
    // What was put back after a save without a response may still have to be saved.
    isDirty: (values, base) => isDirty(values, base) || isDirty(values, session.unconfirmed() ?? values),
    save: async (typed, call) => {
      await options.check?.(typed, call.signal);
      const sent = await session.save(typed, call).finally(() => {
        // What is unconfirmed may be another by now, on which it depends whether the form is dirty.
        form.edit((values) => ({ ...values }));
      });
      rebase(valuesOf(sent.result), sent.values);
      const values = $values.get();
      // What was offered may be stored by now.
      drafts.change((offered) => draftOf(fields, values, { ...values, ...offered.edits }) && offered);
      clearEdits();
      if (form.$isDirty.get()) drafts.touch();
      options.onSent(sent);
    },
  });
  const { $base, $values } = form;
  /** What was stored when the fields of a restored draft were edited: others may have changed it since. */
  let restoredBase: JsonObject | undefined;

  /** Makes stored values the base, and shows `values`; keeps what was typed since the form had the values `before`. */
  const rebase = (base: Values, before: Values, values = base): void =>
    form.reset(base, mergeSettings({ base: before, mine: $values.get(), theirs: values }).values);

  /** Whether a stored value is what this form has sent itself. */
  const isOwn = (path: keyof Values & string, sent: Values, stored: unknown): boolean => {
    const isNewSecret = fieldOf(path)?.isSecret && !dequal(sent[path], $base.get()[path]);
    return dequal(stored, isNewSecret ? SECRET_MASK : sent[path]);
  };

  const session = createEditSession<Values, Stored, Stored>({
    ...options,
    settle: async (stored, typed, unconfirmed, { signal }) => {
      if (stored === undefined) return typed;
      const theirs = valuesOf(stored);
      const more = options.onRead?.(stored, typed, unconfirmed !== undefined) ?? [];
      const own = pathsOf(theirs).filter((path) => unconfirmed && isOwn(path, unconfirmed, theirs[path]));
      const sent = Object.fromEntries(own.map((path) => [path, theirs[path]]));
      const before = { ...$base.get(), ...sent };
      const { values } = mergeSettings({ base: before, mine: typed, theirs });
      const base = { ...before, ...restoredBase, ...sent };
      const { conflicts: foreign } = mergeSettings({ base, mine: typed, theirs });
      const question = foreign.length || more.length ? await import('./confirm-replacing.ts') : undefined;
      signal.throwIfAborted();
      // The user decides once: a save that is refused after the answer does not ask again.
      rebase(theirs, typed, values);
      restoredBase = undefined;
      if (!question) return values;
      const changes = foreign.map((path) => {
        const field = fieldOf(path);
        const change =
          changeText?.(path, theirs) ?? (field ? question.describeChange(field, theirs[path]) : '');
        return { path, label: labelOf(path), change };
      });
      await question.confirmReplacing([...changes, ...more], signal, form.setErrors);
      return values;
    },
    send: (values, stored, { signal, sending }) => {
      sending(MAY_BE_SAVED);
      return options.send(values, stored, signal);
    },
  });

  const drafts = createDraftStorage<FieldsDraft>({
    typed: () => {
      const [base, values] = [$base.get(), $values.get()];
      const edits = draftOf(fields, suggest(base), values);
      return edits && { edits, base: draftOf(fields, values, { ...base, ...restoredBase }) };
    },
    parse: (text) => parseSettingsDraft(fields, $values.get(), text),
    format: formatSettingsDraft,
    merge: (offered, typed) => ({
      edits: { ...offered.edits, ...typed.edits },
      base: { ...offered.base, ...typed.base },
    }),
    restore: ({ edits, base }) => {
      restoredBase = base;
      form.edit((values) => ({ ...values, ...edits }), ...Object.keys(edits));
    },
  });

  const clearEdits = () => {
    restoredBase = undefined;
    drafts.clearEdits();
  };

  return {
    ...form,
    /** The label of the field with this path; the path itself for any other. */
    labelOf,
    rebase,
    drafts: { ...drafts, clearEdits },
    /** Restores the base and deletes the draft. */
    cancel: (): void => {
      // Nothing is left to put back, whatever is stored.
      session.forget();
      form.reset($base.get());
      clearEdits();
    },
    /** Removes the values, secrets among them, from memory; the draft stays. */
    forget: (): void => {
      drafts.stop();
      session.forget();
      form.forget();
      restoredBase = undefined;
    },
  };
}
