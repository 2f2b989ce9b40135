import { TOKEN_ACCESS } from '../access.ts';
import type { DocBuilder } from '../doc.ts';
import { quote } from '../literal.ts';
import { bodyTable, requiredText } from '../params.ts';
import { BLANK, done, failure, GENERAL_FAILURE, usersOnly } from '../responses.ts';
import { client, lines, samples, signIn } from '../sample.ts';
import { authPath } from './auth.ts';

/** Sends a mail to a new address. */
export const build: DocBuilder = (context) => ({
  description: [
    'Sends a mail to the new address of the signed-in account. The address changes only when the user opens the link in it.',
  ],
  samples: samples(context, (sdk) =>
    lines(
      signIn(context, sdk),
      '',
      `await ${client(context, sdk)}.requestEmailChange(${quote(sdk, context.placeholders.newEmail)});`,
    ),
  ),
  endpoints: [
    {
      method: 'POST',
      path: authPath(context, 'request-email-change'),
      access: [TOKEN_ACCESS],
      tables: [bodyTable(requiredText('newEmail', 'The new address of the account.'))],
    },
  ],
  responses: [
    done('The backend sends the mail.'),
    failure(400, 'The address is missing, is not valid or belongs to another account.', GENERAL_FAILURE, {
      newEmail: BLANK,
    }),
    ...usersOnly(context),
  ],
});
