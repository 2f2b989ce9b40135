import { atom, computed } from 'nanostores';
import { requestCode, signInByCode } from '#api/auth/second-factor.ts';
import { toApiError } from '#api/client.ts';
import { readInTab, storeInTab } from '#browser/storage.ts';
import { type ApiError, fieldErrors, isOutcomeUnknown } from '#domain/app/api-error.ts';
import { members, parseJson, text } from '#domain/app/lenient.ts';
import { SIGN_IN_STEP_KEY } from '#domain/app/storage-keys.ts';
import { cleanCode } from '#domain/auth/sign-in.ts';
import { report } from '#stores/app/report.ts';
import { go } from '#stores/app/route.ts';
import { MAX_TIMER, signInBy } from '#stores/app/session.ts';
import { stopAll } from '#stores/base/running.ts';
import { createForm } from '#stores/factories/create-form.ts';
import { isStepOver } from '#wire/sign-in.ts';
import { $returned } from './returned.ts';
import { $methods, learnMethods, refusedText } from './sign-in-methods.ts';

/** A sign-in whose password was right. It survives a reload in the storage of the tab, without the password. */
export interface SecondFactor {
  /** The id of the step. */
  readonly step: string;
  /** What was typed with the password. */
  readonly identity: string;
  /** When the password was accepted, in ms since 1970. */
  readonly since: number;
  /** Where the last code was sent to; '' until one was requested. */
  readonly email: string;
  readonly codeId: string;
  /** When it was sent, in ms since 1970. */
  readonly sentAt: number;
}

/** Said when the backend sends no further mail, but accepts the last code. */
const NO_NEW_CODE =
  'The backend has sent many codes already, and no new one. Use that of its last mail, or wait.';
const WRONG = 'This code is wrong, or has expired. Only the code of the newest mail is accepted.';
const OVER = 'This code has expired. Send a new one.';
const TOO_MANY = 'Too many attempts. Wait three minutes, then send a new code.';
const MAY_BE_USED =
  'The try before may have been accepted, but its answer was lost. Enter your password again.';
const STEP_OVER = 'The time for the second step is over. Enter your password again.';

/** The step on screen, if any. */
export const $secondFactor = atom<SecondFactor | undefined>(undefined);
/** Whether the last code is no longer accepted, by the clock of this device. */
export const $isCodeOver = atom(false);
/** What became of the last request for a code. */
export const $codeNote = atom('');
/** How long a code is accepted, in seconds; 0 while that is not known. */
export const $codeSeconds = computed($methods, (methods) => methods?.codeSeconds ?? 0);

function set(factor: SecondFactor | undefined): void {
  storeInTab(SIGN_IN_STEP_KEY, factor && JSON.stringify(factor));
  $secondFactor.set(factor);
}

function readStored(): SecondFactor | undefined {
  const { step, identity, since, email, codeId, sentAt } = members(parseJson(readInTab(SIGN_IN_STEP_KEY)));
  if (!text(step)) return undefined;
  return {
    step: text(step),
    identity: text(identity),
    since: Number(since) || 0,
    email: text(email),
    codeId: text(codeId),
    sentAt: Number(sentAt) || 0,
  };
}

/** Back to the password, which has to be typed again. */
function returnToPassword(message = ''): void {
  const identity = $secondFactor.get()?.identity ?? '';
  set(undefined);
  $returned.set({ email: identity, message });
  go('login');
}

/** The id and code that were sent last, and those whose answer was lost: the backend accepts them once. */
let sent = '';
let lost = '';

/** The address for the code, and the code of the mail. */
export const codeForm = createForm({
  initial: { email: '', code: '' },
  save: async ({ code }) => {
    const factor = $secondFactor.get();
    if (!factor) return;
    const { step, codeId } = factor;
    const cleaned = cleanCode(code);
    sent = `${codeId} ${cleaned}`;
    await signInBy(() => signInByCode({ codeId, code: cleaned, step }));
    set(undefined);
    codeForm.reset();
  },
  onError: (thrown) => {
    const error = toApiError(thrown);
    const { status } = error;
    if (isOutcomeUnknown(error)) lost = sent;
    if (isStepOver(status, error.text)) returnToPassword(STEP_OVER);
    else if (status === 400 && sent === lost) returnToPassword(MAY_BE_USED);
    else if (status === 400) codeForm.setErrors({ code: $isCodeOver.get() ? OVER : WRONG });
    else if (status === 429) codeForm.setErrors({ code: TOO_MANY });
    else if (status === 403) codeForm.setErrors({ code: refusedText(error) });
    else report(error, { keepsSession: true });
    return true;
  },
});

/** Sends a code to the typed address, or once more to the one before. Reports errors, those of the address beside it. */
export async function sendCode(): Promise<void> {
  const email = $secondFactor.get()?.email || codeForm.$values.get().email;
  $codeNote.set('');
  await codeForm.run(
    async ({ signal }) => {
      const codeId = await requestCode(email, { signal });
      const factor = $secondFactor.get();
      // Somebody has gone back to the password meanwhile.
      if (!factor) return;
      const isSame = factor.codeId === codeId;
      $codeNote.set(isSame ? NO_NEW_CODE : factor.codeId ? `A new code was sent to ${email}.` : '');
      set({ ...factor, email, codeId, sentAt: isSame ? factor.sentAt : Date.now() });
      codeForm.reset({ email, code: '' });
    },
    (thrown) => {
      const error = toApiError(thrown);
      const isForm = error.status === 403 || error.problems.length > 0;
      if (!isForm) report(error, { keepsSession: true });
      const message = error.status === 403 ? { email: refusedText(error) } : fieldErrors(error.problems);
      codeForm.setErrors($secondFactor.get()?.codeId ? { code: message['email'] ?? '' } : message);
    },
  );
}

/** Opens the second step of a sign-in, and sends the code at once where its address is clear. */
export function beginSecondFactor(step: string, identity: string): void {
  const email = identity.includes('@') ? identity : '';
  $codeNote.set('');
  codeForm.reset({ email, code: '' });
  set({ step, identity, since: Date.now(), email: '', codeId: '', sentAt: 0 });
  go('secondFactor');
  if (email) void sendCode();
}

/** What follows a refused sign-in: its second step, or why it is not allowed, for the form. Throws any other error. */
export function afterRefusal(error: ApiError, identity: string): string | undefined {
  if (error.step) beginSecondFactor(error.step, identity);
  else if (error.status === 403) return refusedText(error);
  else throw error;
  return undefined;
}

/** Asks for another address, for example because the one before was mistyped. */
export function changeAddress(): void {
  const factor = $secondFactor.get();
  if (!factor) return;
  codeForm.reset({ email: factor.email, code: '' });
  $codeNote.set('');
  set({ ...factor, email: '', codeId: '', sentAt: 0 });
}

/** Acts at a time, in ms since 1970, or at once if it has passed. */
function at(time: number, act: () => void): () => void {
  const timer = setTimeout(act, Math.min(MAX_TIMER, Math.max(0, time - Date.now())));
  return () => clearTimeout(timer);
}

/** Ends codes and the step when the backend does, as far as it has said when. */
function watchTimes(): () => void {
  let stopTimers = () => {};
  const watch = () => {
    stopTimers();
    const { since, sentAt } = $secondFactor.get() ?? {};
    const { stepSeconds = 0, codeSeconds = 0 } = $methods.get() ?? {};
    $isCodeOver.set(false);
    if (since === undefined) return;
    const stops: (() => void)[] = [];
    if (stepSeconds) stops.push(at(since + stepSeconds * 1000, () => returnToPassword(STEP_OVER)));
    if (codeSeconds && sentAt) stops.push(at(sentAt + codeSeconds * 1000, () => $isCodeOver.set(true)));
    stopTimers = stopAll(...stops);
  };
  const stop = stopAll($secondFactor.listen(watch), $methods.listen(watch));
  watch();
  return stopAll(stop, () => stopTimers());
}

/** Starts the screen, after a reload with what the tab has. Returns a function that drops the step: it was left. */
export function startSecondFactor(): () => void {
  const factor = $secondFactor.get() ?? readStored();
  if (factor) {
    $secondFactor.set(factor);
    const { email, identity } = factor;
    codeForm.reset({ email: email || (identity.includes('@') ? identity : ''), code: '' });
  } else returnToPassword();
  // Without them, the backend's answers decide alone.
  learnMethods().catch(() => {});
  return stopAll(watchTimes(), () => {
    codeForm.forget();
    set(undefined);
  });
}
