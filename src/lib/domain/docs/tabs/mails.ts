import { TOKEN_ACCESS } from '../access.ts';
import type { Access, DocBuilder, DocResponse, DocsContext, Param, Sdk } from '../doc.ts';
import { exampleEmail, minPasswordLength } from '../example-record.ts';
import { quote } from '../literal.ts';
import { bodyTable, requiredText } from '../params.ts';
import { BLANK, done, failure, GENERAL_FAILURE, INVALID_FORM, usersOnly } from '../responses.ts';
import { client, lines, samples, signIn } from '../sample.ts';
import { onlyEndpoint } from './shared.ts';

/** An endpoint of an auth collection that takes some texts and responds without a body. */
interface Action {
  /** Last segment of its path. */
  readonly action: string;
  readonly description: string;
  readonly sample: (sdk: Sdk) => string;
  readonly access?: readonly Access[];
  readonly params: readonly Param[];
  /** What the response to an accepted request means. */
  readonly success: string;
  /** Why the backend refuses a request, and its message. */
  readonly refusal: string;
  readonly message?: string;
  readonly otherResponses?: readonly DocResponse[];
}

/** The builder of the tab of an action. */
const actionTab =
  (actionOf: (context: DocsContext) => Action): DocBuilder =>
  (context) => {
    const { action, description, sample, access = [], params, ...texts } = actionOf(context);
    const { success, refusal, message = GENERAL_FAILURE, otherResponses = [] } = texts;
    const blank = Object.fromEntries(params.map(({ name }) => [name, BLANK]));
    return {
      description: [description],
      samples: samples(context, sample),
      endpoints: onlyEndpoint(context, 'POST', action, { access, tables: [bodyTable(...params)] }),
      responses: [done(success), failure(400, refusal, message, blank), ...otherResponses],
    };
  };

/** Sends a mail with the verification link. */
export const requestVerification = actionTab((context) => ({
  action: 'request-verification',
  description: `Sends a \`${context.collection.name}\` account the mail with the link that verifies its address.`,
  sample: (sdk) => `await ${client(context, sdk)}.requestVerification(${quote(sdk, exampleEmail(context))});`,
  params: [requiredText('email', "The account's e-mail address.")],
  success:
    'The backend sends the mail. Also returned for unknown and verified addresses, to hide who has an account.',
  refusal: 'The address is missing or is not valid.',
  message: INVALID_FORM,
}));

/** The endpoint of the verification link. */
export const confirmVerification = actionTab((context) => ({
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

/** Sends a mail with the link to a new password. */
export const requestPasswordReset = actionTab((context) => ({
  action: 'request-password-reset',
  description: `Sends a \`${context.collection.name}\` account the mail with the link to set a new password.`,
  sample: (sdk) =>
    `await ${client(context, sdk)}.requestPasswordReset(${quote(sdk, exampleEmail(context))});`,
  params: [requiredText('email', "The account's e-mail address.")],
  success: 'The backend sends the mail. Also returned for unknown addresses, to hide who has an account.',
  refusal: 'The address is missing or is not valid.',
  message: INVALID_FORM,
}));

/** The endpoint of the link in the password reset mail. */
export const confirmPasswordReset = actionTab((context) => {
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

/** Sends a mail to a new address. */
export const requestEmailChange = actionTab((context) => ({
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

/** The endpoint of the link in the mail to the new address. */
export const confirmEmailChange = actionTab((context) => ({
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
