import { quote } from '../literal.ts';
import { requiredText } from '../params.ts';
import { client, lines } from '../sample.ts';
import { actionTab } from './action.ts';

/** The endpoint of the verification link. */
export const build = actionTab((context) => ({
  action: 'confirm-verification',
  description: `Marks the address of a \`${context.collection.name}\` account as verified, with the token from the mail.`,
  sample: (sdk) =>
    lines(
      `await ${client(context, sdk)}.confirmVerification(${quote(sdk, context.placeholders.verificationToken)});`,
      '',
      '// a signed-in user gets the new state with a refresh',
      `// await ${client(context, sdk)}.authRefresh();`,
    ),
  params: [requiredText('token', 'The token from the verification mail.')],
  success: 'The address is verified.',
  refusal: 'The token is missing, has expired or is not valid.',
}));
