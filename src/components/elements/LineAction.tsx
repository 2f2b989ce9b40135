import { IconButton, type IconButtonProps } from './IconButton.tsx';

/** Props of {@link LineAction}; others are those of its {@link IconButton}. */
export interface LineActionProps extends Omit<IconButtonProps, 'icon' | 'label' | 'tooltipSide'> {
  /** What it does, such as 'Rename'; also its tooltip. */
  readonly verb: string;
  /** With what it does that. */
  readonly name: string;
  /** Class of the icon, by default a cross. */
  readonly icon?: string;
}

/** An action at the end of a line of a list. */
export function LineAction({ verb, name, icon = 'icon-[ri--close-line]', ...rest }: LineActionProps) {
  return <IconButton tooltip={verb} {...rest} icon={icon} label={`${verb} ${name}`} tooltipSide="left" />;
}
