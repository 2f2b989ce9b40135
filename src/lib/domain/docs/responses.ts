import { NOT_FOUND_MESSAGE } from '#domain/app/api-error.ts';
import type { Collection, Rule } from '#domain/collections/collection.ts';
import type { DocResponse, DocsContext } from './doc.ts';

/** The backend's message for failures without a more specific one. */
export const GENERAL_FAILURE = 'Something went wrong while processing your request.';

/** The backend's message for a form with an invalid email address. */
export const INVALID_FORM = 'An error occurred while validating the form.';

/** A validation error of one parameter. */
export interface FieldError {
  readonly code: string;
  readonly message: string;
}

export const BLANK: FieldError = { code: 'validation_required', message: 'Cannot be blank.' };

/** An error response in the shape of all errors of the backend. */
export function failure(
  status: number,
  text: string,
  message: string,
  data: Readonly<Record<string, FieldError>> = {},
): DocResponse {
  return { status, text, body: { code: status, message, data } };
}

/** 404, for example for a record that does not exist or that the rule hides. */
export function notFound(text: string): DocResponse {
  return failure(404, text, NOT_FOUND_MESSAGE);
}

/** The 403 response of a locked rule; empty for other rules. */
export function adminsOnly(rule: Rule): DocResponse[] {
  if (rule !== null) return [];
  return [failure(403, 'The request does not come from an admin.', 'Only admins can perform this action.')];
}

/** The 404 response of endpoints for one record. */
export function noSuchRecord(rule: Rule): DocResponse {
  return notFound(
    rule ? 'No record has this id, or the rule hides it from the request.' : 'No record has this id.',
  );
}

/** The 401 and 403 responses of endpoints for the signed-in user. */
export function usersOnly({ collection }: DocsContext): DocResponse[] {
  return [
    failure(
      401,
      'The token is missing, has expired or does not belong to a user.',
      'The request requires valid record authorization token to be set.',
    ),
    failure(
      403,
      `The token belongs to a user of another collection (here \`other\`) than \`${collection.name}\`.`,
      'The request requires auth record from other collection.',
    ),
  ];
}

/** The 403 response of a collection that accepts only verified users; empty for other collections. */
export function verifiedOnly(collection: Collection): DocResponse[] {
  if (collection.options['onlyVerified'] !== true) return [];
  return [failure(403, 'The account is not verified yet.', 'Please verify your account first.')];
}

/** The 401, 403 and 404 responses of endpoints for linked OAuth2 accounts. */
export function ownerOnly(missing: DocResponse): DocResponse[] {
  return [
    failure(
      401,
      'The token is missing or has expired.',
      'The request requires admin or record authorization token to be set.',
    ),
    failure(
      403,
      'The token belongs neither to an admin nor to the account itself.',
      'You are not allowed to perform this request.',
    ),
    missing,
  ];
}

/** The 204 response: success without a body. */
export const done = (text: string): DocResponse => ({ status: 204, text });
