import { PasswordInput } from '#components/form/TextInput.tsx';
import { inFrame, island } from '#islands/island.tsx';
import { userResetForm } from '#stores/public/forms.ts';
import { TokenForm } from './TokenForm.tsx';

const SUCCESS = {
  title: 'Successfully changed the user password.',
  text: 'You can now sign in with your new password.',
};

function UserReset() {
  return (
    <TokenForm
      store={userResetForm}
      title="Reset your user password"
      address={{ word: 'for', of: ({ email }) => email }}
      submit="Set new password"
      invalid="Invalid or expired password reset token."
      success={SUCCESS}
      mayBeDone="An earlier attempt may have set your new password: try to sign in with it."
    >
      {(field) => (
        <>
          <PasswordInput {...field('password')} label="New password" required />
          <PasswordInput {...field('passwordConfirm')} label="New password confirm" required />
        </>
      )}
    </TokenForm>
  );
}

export default island(inFrame('user-reset'), UserReset);
