/** An administrator. */
export interface Identity {
  readonly id: string;
  readonly email: string;
  /** The number of a picture, 0 to 9; undefined where a backend stores none. */
  readonly avatar: number | undefined;
  readonly created: string;
  readonly updated: string;
}

/** What is typed about an administrator. */
export interface IdentityInput {
  readonly email: string;
  readonly avatar: number | undefined;
  /** The passwords are sent only with this. */
  readonly changePassword?: boolean;
  readonly password?: string;
  readonly passwordConfirm?: string;
}

/** The number of a picture; 0 for anything else. */
export function avatarOf(value: unknown): number {
  const number = Number(value);
  return Number.isInteger(number) && number >= 0 && number <= 9 ? number : 0;
}

/** An account of a provider that is linked to a user. */
export interface ExternalAuth {
  readonly id: string;
  /** Key of the provider, e.g. `google`. */
  readonly provider: string;
  readonly providerId: string;
}
