import { atom } from 'nanostores';
import {
  checkFirstLink,
  createByLink,
  restoreByLink,
  restoreFailuresByLink,
  uploadByLink,
} from '#api/auth/first-link.ts';
import { toApiError } from '#api/client.ts';
import type { UploadProgress } from '#api/upload.ts';
import { readInTab, storeInTab } from '#browser/storage.ts';
import { ApiError, fieldErrors, isOutcomeUnknown } from '#domain/app/api-error.ts';
import { FIRST_LINK_KEY } from '#domain/app/storage-keys.ts';
import { CUT_LINK, EXPIRED_LINK, OTHER_LINK, USED_LINK, WITHOUT_TOKEN } from '#domain/auth/first-link.ts';
import { parseToken } from '#domain/auth/token.ts';
import { formatHash } from '#routing/hash.ts';
import { confirm } from '#stores/app/confirm.ts';
import { $backend, lineIsKnown } from '#stores/app/line.ts';
import { reloadPage } from '#stores/app/reload-page.ts';
import { report } from '#stores/app/report.ts';
import { $route, clearReturnAddress, currentToken, go, replaceHash } from '#stores/app/route.ts';
import { signIn, signOut } from '#stores/app/session.ts';
import { addToast } from '#stores/app/toasts.ts';
import { createLatest } from '#stores/base/running.ts';
import { createForm } from '#stores/factories/create-form.ts';
import { hasSignInSteps, isAdminToken } from '#wire/identities.ts';
import { loginForm } from './login-form.ts';

/** What is known of the link. `over`: with its reason, or none without a link. */
export type FirstLink =
  | { readonly state: 'checking' | 'ready' }
  | { readonly state: 'over'; readonly reason: string | undefined };

export const $firstLink = atom<FirstLink>({ state: 'checking' });

/** The upload of a backup, then its restore, which has no progress. */
export const $firstRestore = atom<Partial<UploadProgress> | undefined>(undefined);

const running = createLatest();
let token = '';

function end(reason: string | undefined): void {
  token = '';
  storeInTab(FIRST_LINK_KEY, undefined);
  $firstLink.set({ state: 'over', reason });
}

/** Whether a refusal says that the backend does not accept the token, or no longer. */
const isTokenRefused = ({ status }: ApiError): boolean => status === 401 || status === 403;

async function check(): Promise<void> {
  const { exp } = parseToken(token) ?? {};
  if (exp === undefined) return end(CUT_LINK);
  if (!isAdminToken(token)) return end(OTHER_LINK);
  if (exp * 1000 <= Date.now()) return end(EXPIRED_LINK);
  $firstLink.set({ state: 'checking' });
  const signal = running.begin();
  try {
    await checkFirstLink(token, { signal });
  } catch (thrown) {
    const error = toApiError(thrown);
    if (error.isAbort) return;
    if (isTokenRefused(error)) return end(USED_LINK);
    report(error, { keepsSession: true });
  }
  $firstLink.set({ state: 'ready' });
}

/** Takes the token out of the address, where others could read it; a reload finds it in the storage of the tab. */
function take(): void {
  const given = currentToken();
  if (given && given !== WITHOUT_TOKEN) {
    token = given;
    storeInTab(FIRST_LINK_KEY, given);
    replaceHash(formatHash('pbinstall', {}, { token: WITHOUT_TOKEN }));
    void check();
  } else if (!token) {
    token = readInTab(FIRST_LINK_KEY) ?? '';
    if (token) void check();
    else end(undefined);
  }
}

/** The form for the first administrator of newer lines: creates the account, signs in and reloads the page. */
export const firstAdminForm = createForm({
  initial: { email: '', password: '', passwordConfirm: '' },
  save: async (values) => {
    // A session is one of other data: there is no administrator yet.
    signOut();
    await createByLink(token, values);
    end(undefined);
    clearReturnAddress();
    try {
      await signIn(values.email, values.password);
    } catch (thrown) {
      openSignIn(values.email);
      throw thrown;
    }
    replaceHash('#/');
    reloadPage();
  },
  onError: (thrown) => {
    const error = toApiError(thrown);
    if (isOutcomeUnknown(error)) addToast('warning', 'The account may have been created: try to sign in.');
    if (isTokenRefused(error)) end(USED_LINK);
    else {
      report(error, {
        keepsSession: true,
        isShown: (path) => Object.hasOwn(firstAdminForm.$values.get(), path),
      });
      firstAdminForm.setErrors(fieldErrors(error.problems));
    }
    return true;
  },
});

function openSignIn(email: string): void {
  firstAdminForm.reset();
  loginForm.reset({ email, password: '' });
  go('login');
}

/** Time between two questions while the backend restores, in ms. */
const ASK_MS = 500;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Waits until the backend has other data, which do not know the token. Throws ApiError with why it has not. Asks only
 * for what no log has: the backend writes its log once nothing has come for 3 s, and only that has the reason.
 */
async function waitForData(key: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    await pause(ASK_MS);
    let reason: string | undefined;
    try {
      const failures = await restoreFailuresByLink(token, { signal });
      reason = failures.find((one) => one.key === key)?.reason;
    } catch (thrown) {
      signal.throwIfAborted();
      if (isTokenRefused(toApiError(thrown))) return;
      // It is restarting.
    }
    if (reason !== undefined) {
      const message = `The backup could not be restored: ${reason}`;
      throw new ApiError({ status: 400, text: message, message });
    }
  }
}

const RESTORE_QUESTION = 'Do you really want to restore this backup?';
const RESTORE_LOSS = 'Everything that is stored in this backend is replaced by the content of the backup.';

/** Uploads a backup, restores it by the token of the link, and opens the sign-in. Reports errors. */
export async function restoreFirst(file: File): Promise<void> {
  if (!(await confirm(`${RESTORE_QUESTION} ${file.name}`, { loss: RESTORE_LOSS }))) return;
  const signal = running.begin();
  $firstRestore.set({ loaded: 0, total: file.size });
  // Its own name may be taken, or be one that the backend does not accept.
  const key = `restored_${Date.now()}.zip`;
  try {
    const renamed = new File([file], key, { type: file.type });
    await uploadByLink(token, renamed, (progress) => $firstRestore.set(progress), { signal });
    await restoreByLink(token, key);
    $firstRestore.set({});
    await waitForData(key, signal);
    end(undefined);
    // A session is one of the data before.
    signOut();
    addToast('success', 'The backup was restored. Sign in with an account of it.');
    openSignIn('');
  } catch (thrown) {
    const error = toApiError(thrown);
    const message = fieldErrors(error.problems)['file'];
    if (isTokenRefused(error)) end(USED_LINK);
    else report(error, { keepsSession: true, ...(message ? { message } : {}) });
  } finally {
    $firstRestore.set(undefined);
  }
}

/** Stops the upload of a backup. */
export const cancelFirstUpload = (): void => running.abort();

/** Starts the page of the link. Returns a function that drops the token: the page was left. */
export function startFirstLink(): () => void {
  const stop = $route.subscribe((route) => {
    if (route?.definition.frame === 'first-link') take();
  });
  void lineIsKnown().then(() => {
    // 0.22 has an installer of its own, and no such links.
    if ($backend.get() && !hasSignInSteps()) go('root');
  });
  return () => {
    stop();
    running.abort();
    firstAdminForm.forget();
    end(undefined);
    $firstLink.set({ state: 'checking' });
  };
}
