/* What rate limits are about. */

/** An action of one collection or of all, a path with or without its method, or a tag of a program's own routes. */
const LABEL = /^(\w+ \/[\w/-]*|\/[\w/-]*|\w+:\w+|\*:\w+|\w+)$/;
export const isRateLabel = (label: string): boolean => LABEL.test(label);

export const rateActions = [
  ...['list', 'view', 'create', 'update', 'delete', 'file', 'listAuthMethods', 'authRefresh', 'auth'],
  ...['authWithPassword', 'authWithOAuth2', 'authWithOTP', 'requestOTP', 'requestPasswordReset'],
  ...['confirmPasswordReset', 'requestVerification', 'confirmVerification', 'requestEmailChange'],
  'confirmEmailChange',
] as const;

export const ratePaths = ['/api/', '/api/batch', 'POST /api/batch', '/api/realtime', '/api/files/'] as const;
