import { minPasswordLength } from '../example-record.ts';
import { quote } from '../literal.ts';
import { requiredText } from '../params.ts';
import { client, lines } from '../sample.ts';
import { actionTab } from './action.ts';

/** The endpoint of the link in the password reset mail. */
export const build = actionTab((context) => {
  const { collection, placeholders } = context;
  const min = minPasswordLength(collection);
  return {
    action: 'confirm-password-reset',
    description: `Sets a new password of a \`${collection.name}\` account, with the token from the mail. All sessions of the account end: sign in again.`,
    sample: (sdk) => {
      const password = quote(sdk, placeholders.newPassword(min));
      return lines(
        `await ${client(context, sdk)}.confirmPasswordReset(`,
        `    ${quote(sdk, placeholders.passwordResetToken)},`,
        `    ${password},`,
        `    ${password},`,
        ');',
      );
    },
    params: [
      requiredText('token', 'The token from the mail.'),
      requiredText('password', `The new password, at least ${min} characters.`),
      requiredText('passwordConfirm', 'The new password again.'),
    ],
    success: 'The password is changed.',
    refusal: 'The token has expired or is not valid, or the passwords do not match.',
  };
});
