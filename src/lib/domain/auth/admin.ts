import { members, text } from '#domain/app/lenient.ts';

/** An administrator as the backend lists it. */
export interface Admin {
  readonly id: string;
  readonly email: string;
  /** Number of the avatar picture, 0 to 9. */
  readonly avatar: number;
  readonly created: string;
  readonly updated: string;
}

/**
 * Reads an administrator from a response or from storage; missing parts become empty: avatar 0. Written by
 * hand, because Valibot would be the largest part of the sign-in page.
 */
export function parseAdmin(value: unknown): Admin {
  const { id, email, avatar, created, updated } = members(value);
  const number = Number(avatar);
  return {
    id: text(id),
    email: text(email),
    avatar: Number.isInteger(number) && number >= 0 && number <= 9 ? number : 0,
    created: text(created),
    updated: text(updated),
  };
}
