import type { DocBuilder } from '../doc.ts';
import { quote } from '../literal.ts';
import { bodyTable, requiredText } from '../params.ts';
import { BLANK, done, failure, GENERAL_FAILURE } from '../responses.ts';
import { client, lines, samples } from '../sample.ts';
import { authPath } from './auth.ts';

/** The endpoint of the link in the mail to the new address. */
export const build: DocBuilder = (context) => {
  const { emailChangeToken, password } = context.placeholders;
  return {
    description: [
      `Sets the new address of a \`${context.collection.name}\` account, with the token from the mail. All sessions of the account end: sign in again.`,
    ],
    samples: samples(context, (sdk) =>
      lines(
        `await ${client(context, sdk)}.confirmEmailChange(`,
        `    ${quote(sdk, emailChangeToken)},`,
        `    ${quote(sdk, password)},`,
        ');',
      ),
    ),
    endpoints: [
      {
        method: 'POST',
        path: authPath(context, 'confirm-email-change'),
        access: [],
        tables: [
          bodyTable(
            requiredText('token', 'The token from the mail to the new address.'),
            requiredText('password', "The account's password."),
          ),
        ],
      },
    ],
    responses: [
      done('The address is changed and verified.'),
      failure(400, 'The token has expired or is not valid, or the password is wrong.', GENERAL_FAILURE, {
        token: BLANK,
        password: BLANK,
      }),
    ],
  };
};
