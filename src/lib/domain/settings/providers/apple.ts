/** What Apple's client secret is made of. */
export interface AppleSecretInput {
  readonly clientId: string;
  readonly teamId: string;
  readonly keyId: string;
  /** Seconds that the secret is valid for. */
  readonly duration: number;
  /** In PEM format. */
  readonly privateKey: string;
}

/** The longest duration that Apple allows, in seconds: about 6 months. */
export const MAX_APPLE_DURATION = 15_777_000;

export const APPLE_TEXTS = {
  duration: `Max ${MAX_APPLE_DURATION} seconds (~6 months).`,
  privateKey: '-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----',
  notStored: 'The server does not store the key. It only signs the client secret with it.',
  generated: 'Successfully generated client secret.',
} as const;
