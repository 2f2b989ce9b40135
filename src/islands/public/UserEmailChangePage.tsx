import { PasswordInput } from '#components/form/TextInput.tsx';
import { inFrame, island } from '#islands/island.tsx';
import { userEmailChangeForm } from '#stores/public/forms.ts';
import { TokenForm } from './TokenForm.tsx';

const SUCCESS = {
  title: 'Successfully changed the user email address.',
  text: 'You can now sign in with your new email address.',
};

function UserEmailChange() {
  return (
    <TokenForm
      store={userEmailChangeForm}
      title="Type your password to confirm changing your email address"
      address={{ word: 'to', of: ({ newEmail }) => newEmail }}
      submit="Confirm new email"
      invalid="Invalid or expired email change token."
      success={SUCCESS}
      mayBeDone="An earlier attempt may have changed your address: try to sign in with the new one."
    >
      {(field) => (
        <PasswordInput {...field('password')} label="Password" autoComplete="current-password" required />
      )}
    </TokenForm>
  );
}

export default island(inFrame('user-email-change'), UserEmailChange);
