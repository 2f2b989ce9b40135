// chunks: sign-in
import { computed } from 'nanostores';
import { toApiError } from '#api/client.ts';
import { $backend } from '#stores/app/line.ts';
import { signIn } from '#stores/app/session.ts';
import { createForm, Declined } from '#stores/factories/create-form.ts';
import { hasSignInSteps } from '#wire/identities.ts';
import { $identityLabel, $returned } from './returned.ts';

export { $identityLabel };

/** Whether the backend has a say in how administrators sign in; false until its line is known. */
export const $hasSteps = computed($backend, (backend) => backend !== undefined && hasSignInSteps());

/** The sign-in form. After a sign-in the guard redirects. The message about wrong credentials has the path `form`. */
export const loginForm = createForm({
  initial: { email: '', password: '' },
  save: async ({ email, password }) => {
    try {
      await signIn(email, password);
    } catch (thrown) {
      if (!hasSignInSteps()) throw thrown;
      const problem = (await import('./second-factor.ts')).afterRefusal(toApiError(thrown), email);
      if (problem) loginForm.setErrors({ form: problem });
      else loginForm.reset();
      throw new Declined();
    }
    loginForm.reset();
  },
  onError: (thrown) => {
    // The backend responds with 400 to wrong credentials; other errors keep their message.
    if (toApiError(thrown).status !== 400) return false;
    loginForm.setErrors({ form: 'Invalid login credentials.' });
    return true;
  },
});

$returned.subscribe((returned) => {
  if (!returned) return;
  const { email, message } = returned;
  if (email !== undefined) loginForm.reset({ email, password: '' });
  if (message) loginForm.setErrors({ form: message });
});
