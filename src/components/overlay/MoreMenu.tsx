import { Dropdown, type DropdownProps } from './Dropdown.tsx';

export interface MoreMenuProps extends Pick<DropdownProps, 'label' | 'disabled' | 'items'> {
  readonly mark?: string | undefined;
}

/** Further actions of a panel, behind a button with three dots. */
export function MoreMenu({ label, mark, ...props }: MoreMenuProps) {
  return (
    <Dropdown
      {...props}
      label={mark ? `${label}: ${mark}` : label}
      tooltip={mark}
      triggerClass="btn btn-ghost btn-sm btn-square relative max-sm:size-10"
    >
      <span aria-hidden="true" className="icon-[ri--more-line] size-5" />
      {mark && <span aria-hidden="true" className="absolute top-1 right-1 size-2 rounded-full bg-warning" />}
    </Dropdown>
  );
}
