import type { DocBuilder } from '../doc.ts';
import { quote } from '../literal.ts';
import { bodyTable, requiredText } from '../params.ts';
import { BLANK, done, failure, GENERAL_FAILURE } from '../responses.ts';
import { client, lines, samples } from '../sample.ts';
import { authPath } from './auth.ts';

/** The endpoint of the verification link. */
export const build: DocBuilder = (context) => ({
  description: [
    `Marks the address of a \`${context.collection.name}\` account as verified, with the token from the mail.`,
  ],
  samples: samples(context, (sdk) =>
    lines(
      `await ${client(context, sdk)}.confirmVerification(${quote(sdk, context.placeholders.verificationToken)});`,
      '',
      '// a signed-in user gets the new state with a refresh',
      `// await ${client(context, sdk)}.authRefresh();`,
    ),
  ),
  endpoints: [
    {
      method: 'POST',
      path: authPath(context, 'confirm-verification'),
      access: [],
      tables: [bodyTable(requiredText('token', 'The token from the verification mail.'))],
    },
  ],
  responses: [
    done('The address is verified.'),
    failure(400, 'The token is missing, has expired or is not valid.', GENERAL_FAILURE, { token: BLANK }),
  ],
});
