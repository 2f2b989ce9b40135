import { members, text } from '#domain/app/lenient.ts';

export interface Admin {
  readonly id: string;
  readonly email: string;
  /** 0 to 9. */
  readonly avatar: number;
  readonly created: string;
  readonly updated: string;
}

/** What is missing becomes empty. Written by hand: Valibot would be the largest part of the sign-in page. */
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
