import { quote } from '../literal.ts';
import { requiredText } from '../params.ts';
import { client, lines } from '../sample.ts';
import { actionTab } from './action.ts';

/** The endpoint of the link in the mail to the new address. */
export const build = actionTab((context) => ({
  action: 'confirm-email-change',
  description: `Sets the new address of a \`${context.collection.name}\` account, with the token from the mail. All sessions of the account end: sign in again.`,
  sample: (sdk) =>
    lines(
      `await ${client(context, sdk)}.confirmEmailChange(`,
      `    ${quote(sdk, context.placeholders.emailChangeToken)},`,
      `    ${quote(sdk, context.placeholders.password)},`,
      ');',
    ),
  params: [
    requiredText('token', 'The token from the mail to the new address.'),
    requiredText('password', "The account's password."),
  ],
  success: 'The address is changed and verified.',
  refusal: 'The token has expired or is not valid, or the password is wrong.',
}));
