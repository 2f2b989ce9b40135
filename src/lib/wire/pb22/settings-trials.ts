/* What the backend tries with stored settings, and makes or has for new ones. */
import type { BackendRequest } from '#domain/backend/request.ts';
import { textIn } from './answers.ts';

const trial = (path: string, body: object): BackendRequest => ({
  path: `/api/settings/${path}`,
  method: 'POST',
  body,
});

/** Sends a template, filled with sample values, to an address. */
export const testEmailRequest = (email: string, template: string): BackendRequest =>
  trial('test/email', { email, template });

/** Stores and deletes a file in the S3 storage that is saved for these files. */
export const testS3Request = (filesystem: string): BackendRequest => trial('test/s3', { filesystem });

/** Makes a new client secret for Apple. */
export const appleSecretRequest = (input: object): BackendRequest =>
  trial('apple/generate-client-secret', input);
export const readAppleSecret = (answer: unknown): string | undefined => textIn(answer, 'secret');

/** Where a provider returns the browser when an app signs in with a client library; below the backend's address. */
export const OAUTH2_REDIRECT = 'api/oauth2-redirect';
