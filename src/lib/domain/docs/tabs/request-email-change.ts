import { TOKEN_ACCESS } from '../access.ts';
import { quote } from '../literal.ts';
import { requiredText } from '../params.ts';
import { usersOnly } from '../responses.ts';
import { client, lines, signIn } from '../sample.ts';
import { actionTab } from './action.ts';

/** Sends a mail to a new address. */
export const build = actionTab((context) => ({
  action: 'request-email-change',
  description:
    'Sends a mail to the new address of the signed-in account. The address changes only when the user opens the link in it.',
  sample: (sdk) =>
    lines(
      signIn(context, sdk),
      '',
      `await ${client(context, sdk)}.requestEmailChange(${quote(sdk, context.placeholders.newEmail)});`,
    ),
  access: [TOKEN_ACCESS],
  params: [requiredText('newEmail', 'The new address of the account.')],
  success: 'The backend sends the mail.',
  refusal: 'The address is missing, is not valid or belongs to another account.',
  otherResponses: usersOnly(context),
}));
