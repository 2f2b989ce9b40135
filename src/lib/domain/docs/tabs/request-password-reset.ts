import type { DocBuilder } from '../doc.ts';
import { exampleEmail } from '../example-record.ts';
import { quote } from '../literal.ts';
import { bodyTable, requiredText } from '../params.ts';
import { BLANK, done, failure } from '../responses.ts';
import { client, samples } from '../sample.ts';
import { authPath } from './auth.ts';

/** Sends a mail with the link to a new password. */
export const build: DocBuilder = (context) => ({
  description: [
    `Sends a \`${context.collection.name}\` account the mail with the link to set a new password.`,
  ],
  samples: samples(
    context,
    (sdk) => `await ${client(context, sdk)}.requestPasswordReset(${quote(sdk, exampleEmail(context))});`,
  ),
  endpoints: [
    {
      method: 'POST',
      path: authPath(context, 'request-password-reset'),
      access: [],
      tables: [bodyTable(requiredText('email', "The account's e-mail address."))],
    },
  ],
  responses: [
    done('The backend sends the mail. Also returned for unknown addresses, to hide who has an account.'),
    failure(400, 'The address is missing or is not valid.', 'An error occurred while validating the form.', {
      email: BLANK,
    }),
  ],
});
