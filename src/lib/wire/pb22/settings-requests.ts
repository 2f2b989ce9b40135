/* The requests for settings and what is tried with them, with what each page reads of them: see collection-requests.ts. */
import { flag, isObject, members, text } from '#domain/app/lenient.ts';
import type { Raw } from '#domain/backend/field.ts';
import type { ApiRequest, BackendRequest } from '#domain/backend/request.ts';
import type { AppSettings } from '#domain/backend/settings.ts';
import { textIn } from './answers.ts';

export const settingsRequest: ApiRequest = { path: '/api/settings' };

/** The settings as they are stored; undefined for any other answer: an empty object would empty the fields of a form. */
export const settingsIn = (answer: unknown): Raw | undefined =>
  isObject(answer) && isObject(answer['meta']) ? (answer as unknown as Raw) : undefined;

export function readAppSettings(stored: Raw): AppSettings {
  const { meta, logs } = members(stored);
  const { appName, hideControls } = members(meta);
  return {
    name: text(appName),
    hidesControls: flag(hideControls),
    isLogOff: members(logs)['maxDays'] === 0,
  };
}

/** Stores some of the settings. */
export const saveSettingsRequest = (settings: object): BackendRequest => ({
  ...settingsRequest,
  method: 'PATCH',
  body: settings,
});

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
