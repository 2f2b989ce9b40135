import { atom } from 'nanostores';
import { confirmAdminReset, createFirstAdmin, requestAdminReset } from '#api/auth/access.ts';
import { toApiError } from '#api/client.ts';
import { type ApiError, isOutcomeUnknown } from '#domain/app/api-error.ts';
import { WITHOUT_TOKEN } from '#domain/auth/first-link.ts';
import { administratorWord } from '#stores/app/administrator-word.ts';
import { inItsWords, visit } from '#stores/app/line.ts';
import { reloadPage } from '#stores/app/reload-page.ts';
import { report } from '#stores/app/report.ts';
import { $route, clearReturnAddress, currentToken, go, setInstaller } from '#stores/app/route.ts';
import { signIn } from '#stores/app/session.ts';
import { addToast } from '#stores/app/toasts.ts';
import { createForm, Declined } from '#stores/factories/create-form.ts';
import { hasSignInSteps, holdsBackMails } from '#wire/identities.ts';
import { loginForm } from './login-form.ts';

export { holdsBackMails };

/** The installer's form: creates the first administrator, signs in and reloads the page. */
export const installerForm = createForm({
  initial: { email: '', password: '', passwordConfirm: '' },
  save: async (values) => {
    try {
      await createFirstAdmin(values);
    } catch (thrown) {
      if (await needsLink(toApiError(thrown))) throw new Declined();
      throw thrown;
    }
    try {
      await signIn(values.email, values.password);
    } catch (thrown) {
      leaveInstaller(values.email);
      throw thrown;
    }
    // The reload opens the default screen, not the address that was visited first.
    clearReturnAddress();
    setInstaller(false);
    reloadPage();
  },
  onError: (thrown) => {
    if (toApiError(thrown).status !== 401) return false;
    report(thrown, { message: 'The first administrator exists already: sign in.' });
    leaveInstaller(installerForm.$values.get().email);
    return true;
  },
});

/** Whether only a link lets in, as newer lines have it; opens the page that says so. */
async function needsLink({ status }: ApiError): Promise<boolean> {
  if (status !== 403 && status !== 404) return false;
  await visit();
  if (!hasSignInSteps()) return false;
  setInstaller(false);
  go('pbinstall', {}, { token: WITHOUT_TOKEN });
  return true;
}

/** Opens the sign-in. Called once an administrator exists: the backend then refuses to create a first one. */
function leaveInstaller(email: string) {
  loginForm.reset({ email, password: '' });
  installerForm.reset();
  setInstaller(false);
}

export const requestResetForm = createForm({
  initial: { email: '' },
  save: ({ email }) => inItsWords(() => requestAdminReset(email)),
});

let sentToken = '';

/** The token of an attempt that may have set the new password: the backend then refuses it. '' when there is none. */
export const $unsureToken = atom('');

/** Sets a new password with the token in the address. */
export const confirmResetForm = createForm({
  initial: { password: '', passwordConfirm: '' },
  save: async ({ password, passwordConfirm }) => {
    sentToken = currentToken();
    await inItsWords(() => confirmAdminReset(sentToken, password, passwordConfirm));
    addToast('success', `Successfully set a new ${administratorWord()} password.`);
    // Another link may have been opened meanwhile, to which what is typed belongs, or another page.
    if (currentToken() !== sentToken) return;
    confirmResetForm.reset();
    go('login');
  },
  onError: (thrown) => {
    if (isOutcomeUnknown(toApiError(thrown))) $unsureToken.set(sentToken);
    // The messages belong to the link that was sent, not to the one on screen.
    if (currentToken() === sentToken) return false;
    report(thrown);
    return true;
  },
});

// What was typed belongs to the link for which it was typed.
$route.listen((route, before) => {
  const token = before?.params['token'];
  if (token && token !== route?.params['token']) confirmResetForm.reset();
});
