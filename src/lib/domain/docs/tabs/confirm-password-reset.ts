import type { DocBuilder } from '../doc.ts';
import { minPasswordLength } from '../example-record.ts';
import { quote } from '../literal.ts';
import { bodyTable, requiredText } from '../params.ts';
import { BLANK, done, failure, GENERAL_FAILURE } from '../responses.ts';
import { client, lines, samples } from '../sample.ts';
import { authPath } from './auth.ts';

/** The endpoint of the link in the password reset mail. */
export const build: DocBuilder = (context) => {
  const { collection, placeholders } = context;
  const min = minPasswordLength(collection);
  return {
    description: [
      `Sets a new password of a \`${collection.name}\` account, with the token from the mail. All sessions of the account end: sign in again.`,
    ],
    samples: samples(context, (sdk) => {
      const password = quote(sdk, placeholders.newPassword(min));
      return lines(
        `await ${client(context, sdk)}.confirmPasswordReset(`,
        `    ${quote(sdk, placeholders.passwordResetToken)},`,
        `    ${password},`,
        `    ${password},`,
        ');',
      );
    }),
    endpoints: [
      {
        method: 'POST',
        path: authPath(context, 'confirm-password-reset'),
        access: [],
        tables: [
          bodyTable(
            requiredText('token', 'The token from the mail.'),
            requiredText('password', `The new password, at least ${min} characters.`),
            requiredText('passwordConfirm', 'The new password again.'),
          ),
        ],
      },
    ],
    responses: [
      done('The password is changed.'),
      failure(400, 'The token has expired or is not valid, or the passwords do not match.', GENERAL_FAILURE, {
        token: BLANK,
        password: BLANK,
        passwordConfirm: BLANK,
      }),
    ],
  };
};
