import { DRAWINGS } from '#domain/app/drawings.ts';

export interface AvatarProps {
  /** 0 to 9; anything else, such as that of an administrator without one, shows 0. */
  readonly number?: number | undefined;
  /** Text for screen readers; empty when the name is shown next to it. */
  readonly alt?: string;
  readonly className?: string;
}

/** An admin's avatar. The URL is relative, so that it works under any sub-path. */
export function Avatar({ number = 0, alt = '', className = 'size-8' }: AvatarProps) {
  const known = Number.isInteger(number) && number >= 0 && number < DRAWINGS.length ? number : 0;
  return (
    <img
      src={`./avatars/${known}.svg`}
      alt={alt}
      width={32}
      height={32}
      className={`shrink-0 rounded-full ${className}`}
    />
  );
}
