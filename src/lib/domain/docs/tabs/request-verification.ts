import { exampleEmail } from '../example-record.ts';
import { quote } from '../literal.ts';
import { requiredText } from '../params.ts';
import { INVALID_FORM } from '../responses.ts';
import { client } from '../sample.ts';
import { actionTab } from './action.ts';

/** Sends a mail with the verification link. */
export const build = actionTab((context) => ({
  action: 'request-verification',
  description: `Sends a \`${context.collection.name}\` account the mail with the link that verifies its address.`,
  sample: (sdk) => `await ${client(context, sdk)}.requestVerification(${quote(sdk, exampleEmail(context))});`,
  params: [requiredText('email', "The account's e-mail address.")],
  success:
    'The backend sends the mail. Also returned for unknown and verified addresses, to hide who has an account.',
  refusal: 'The address is missing or is not valid.',
  message: INVALID_FORM,
}));
