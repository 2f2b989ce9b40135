import { IconButton, type IconButtonProps } from './IconButton.tsx';

export interface LineActionProps extends Omit<IconButtonProps, 'icon' | 'label' | 'tooltipSide'> {
  readonly verb: string;
  readonly name: string;
  readonly icon?: string;
}

export function LineAction({ verb, name, icon = 'icon-[ri--close-line]', ...rest }: LineActionProps) {
  return <IconButton tooltip={verb} {...rest} icon={icon} label={`${verb} ${name}`} tooltipSide="left" />;
}
