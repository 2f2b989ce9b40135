import { type ComponentProps, useRef } from 'react';
import { useRoving } from '#components/keys/use-keys.ts';

/** Actions that are one tab stop together: the arrow keys, Home and End move between them. */
export function Toolbar({ label, ...rest }: Omit<ComponentProps<'div'>, 'ref' | 'role'> & { label: string }) {
  const root = useRef<HTMLDivElement>(null);
  useRoving(root, 'a, button, input');
  return <div {...rest} ref={root} role="toolbar" aria-label={label} />;
}
