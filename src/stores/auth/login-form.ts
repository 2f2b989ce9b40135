import { toApiError } from '#api/client.ts';
import { signIn } from '#stores/app/session.ts';
import { createForm } from '#stores/factories/create-form.ts';

/** The sign-in form. After a sign-in the guard redirects. The message about wrong credentials has the path `form`. */
export const loginForm = createForm({
  initial: { email: '', password: '' },
  save: async ({ email, password }) => {
    await signIn(email, password);
    loginForm.reset();
  },
  onError: (thrown) => {
    // The backend responds with 400 to wrong credentials; other errors keep their message.
    if (toApiError(thrown).status !== 400) return false;
    loginForm.setErrors({ form: 'Invalid login credentials.' });
    return true;
  },
});
