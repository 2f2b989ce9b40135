import { computed } from 'nanostores';
import { sendTestEmail } from '#api/settings/test-email.ts';
import { LAST_TEST_EMAIL_KEY } from '#domain/app/later-keys.ts';
import { within } from '#domain/app/within.ts';
import { MAIL_TEXTS, type TestTemplate } from '#domain/settings/mail.ts';
import { can } from '#stores/app/capabilities.ts';
import { closeTestEmail } from '#stores/app/popups.ts';
import { addToast } from '#stores/app/toasts.ts';
import { createTextPreference } from '#stores/base/create-preference.ts';
import { createForm } from '#stores/factories/create-form.ts';
import { $authCollections } from './auth-collections.ts';

/** How long to wait for the backend, in ms. */
const TIMEOUT = 30_000;

/** `collection` is the id of the one whose template is sent; undefined before one is chosen, and where all have the same. */
const EMPTY = {
  email: '',
  template: 'verification' as TestTemplate,
  collection: undefined as string | undefined,
};

const recipient = createTextPreference(LAST_TEST_EMAIL_KEY);

const form = createForm({
  initial: EMPTY,
  save: async ({ email, template }, { signal, sending }) => {
    const collection = can().hasOwnAuth ? $testCollection.get() : undefined;
    recipient.update(() => email);
    sending(MAIL_TEXTS.maybeSent);
    await within({ ms: TIMEOUT, message: MAIL_TEXTS.timeout, signal }, (limited) =>
      sendTestEmail({ email, template, collection }, { signal: limited }),
    );
  },
});

/** Id of the collection whose template is sent: at first that of the first one that people have made. */
export const $testCollection = computed([form.$values, $authCollections], ({ collection }, load) => {
  const all = load.state === 'ready' ? load.value : [];
  return collection || ((all.find(({ isSystem }) => !isSystem) ?? all[0])?.id ?? '');
});

export const testEmailForm = {
  ...form,
  /**
   * Fills in the last recipient, and the id of the collection whose template is sent if it is not chosen. Returns a
   * function that cancels sending and empties the form.
   */
  start: (collection?: string): (() => void) => {
    form.reset({ ...EMPTY, collection, email: recipient.$value.get() });
    return form.forget;
  },
  /** Sends the email and closes the popup; true on success. Reports errors, a timeout among them. */
  send: async (): Promise<boolean> => {
    if (!(await form.save())) return false;
    addToast('success', MAIL_TEXTS.sent);
    closeTestEmail();
    return true;
  },
};
