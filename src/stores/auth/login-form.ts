import { atom } from 'nanostores';
import { toApiError } from '#api/client.ts';
import { SecondFactorNeeded } from '#domain/auth/second-factor.ts';
import { signIn } from '#stores/app/session.ts';
import { createForm, Declined } from '#stores/factories/create-form.ts';
import { hasSignInSteps } from '#wire/identities.ts';
import { $returned } from './returned.ts';

export { hasSignInSteps };

/** What the first field takes; undefined for an address. */
export const $identityLabel = atom<string | undefined>(undefined);

/** The sign-in form. After a sign-in the guard redirects. The message about wrong credentials has the path `form`. */
export const loginForm = createForm({
  initial: { email: '', password: '' },
  save: async ({ email, password }) => {
    try {
      await signIn(email, password);
    } catch (thrown) {
      const error = toApiError(thrown);
      const isStep = error instanceof SecondFactorNeeded;
      if (!isStep && !(error.status === 403 && hasSignInSteps())) throw error;
      if (isStep) {
        (await import('./second-factor.ts')).beginSecondFactor(error.step, email);
        loginForm.reset();
      } else loginForm.setErrors({ form: (await import('./sign-in-methods.ts')).refusedText(error) });
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
  loginForm.reset({ email: returned.email, password: '' });
  if (returned.message) loginForm.setErrors({ form: returned.message });
});

/** Finds out what the first field takes, once it is clear that the backend has a say in it. */
export async function learnMethods(): Promise<void> {
  try {
    const { askHowToSignIn } = await import('./sign-in-methods.ts');
    const { label, problem } = await askHowToSignIn();
    $identityLabel.set(label);
    if (problem) loginForm.setErrors({ form: problem });
  } catch {
    // Then it takes an address.
  }
}
