import type { Collection, Rule } from '#domain/collections/collection.ts';
import type { Answer, DocsContext } from './doc.ts';

/** The backend's word for any failure it says nothing else about. */
export const GENERAL_FAILURE = 'Something went wrong while processing your request.';

/** A validation error under a parameter's name. */
export interface FieldError {
  readonly code: string;
  readonly message: string;
}

export const BLANK: FieldError = { code: 'validation_required', message: 'Cannot be blank.' };

/** An answer that says what went wrong, in the shape that all of the backend's errors have. */
export function failure(
  status: number,
  text: string,
  message: string,
  data: Readonly<Record<string, FieldError>> = {},
): Answer {
  return { status, text, body: { code: status, message, data } };
}

/** 404, as for a record that doesn't exist or that the rule hides. */
export function notFound(text: string): Answer {
  return failure(404, text, "The requested resource wasn't found.");
}

/** 403 of a locked rule, else nothing. */
export function adminsOnly(rule: Rule): Answer[] {
  if (rule !== null) return [];
  return [failure(403, 'The request is not an admin’s.', 'Only admins can perform this action.')];
}

/** 404 of the endpoints that work on one record. */
export function noSuchRecord(rule: Rule): Answer {
  return notFound(
    rule ? 'No record has this id, or the rule does not let the request see it.' : 'No record has this id.',
  );
}

/** 401 and 403 of the endpoints for the signed-in user. */
export function usersOnly({ collection }: DocsContext): Answer[] {
  return [
    failure(
      401,
      'The token is missing, has expired or is not a user’s.',
      'The request requires valid record authorization token to be set.',
    ),
    failure(
      403,
      `The token belongs to a user of another collection (here \`other\`) than \`${collection.name}\`.`,
      'The request requires auth record from other collection.',
    ),
  ];
}

/** 403 of a collection that lets only verified users in, else nothing. */
export function verifiedOnly(collection: Collection): Answer[] {
  if (collection.options['onlyVerified'] !== true) return [];
  return [failure(403, 'The account is not verified yet.', 'Please verify your account first.')];
}

/** 401, 403 and 404 of the endpoints about linked OAuth2 accounts. */
export function ownerOnly(missing: Answer): Answer[] {
  return [
    failure(
      401,
      'The token is missing or has expired.',
      'The request requires admin or record authorization token to be set.',
    ),
    failure(
      403,
      'The token is neither an admin’s nor that of the account itself.',
      'You are not allowed to perform this request.',
    ),
    missing,
  ];
}

/** 204: done, and nothing to say about it. */
export const done = (text: string): Answer => ({ status: 204, text });
