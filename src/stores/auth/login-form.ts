import { toApiError } from '#api/client.ts';
import { report } from '#stores/app/report.ts';
import { signIn } from '#stores/app/session.ts';
import { createForm } from '#stores/factories/create-form.ts';

/** The sign-in form; the guard leads on once the session stands (LI-02). */
export const loginForm = createForm({
  initial: { email: '', password: '' },
  save: async ({ email, password }) => {
    await signIn(email, password);
    loginForm.reset();
  },
  onError: (thrown) => {
    // The backend says 400 for wrong credentials; anything else is told as it is (LI-03).
    if (toApiError(thrown).status !== 400) return false;
    report(thrown, { message: 'Invalid login credentials.' });
    return true;
  },
});
