export interface AppleSecretInput {
  readonly clientId: string;
  readonly teamId: string;
  readonly keyId: string;
  /** In seconds. */
  readonly duration: number;
  /** In PEM format. */
  readonly privateKey: string;
}

/** In seconds; Apple allows no more, about 6 months. */
export const MAX_APPLE_DURATION = 15_777_000;

export const APPLE_TEXTS = {
  duration: `Max ${MAX_APPLE_DURATION} seconds (~6 months).`,
  privateKey: '-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----',
  notStored: 'The server does not store the key. It only signs the client secret with it.',
  generated: 'Successfully generated client secret.',
} as const;
