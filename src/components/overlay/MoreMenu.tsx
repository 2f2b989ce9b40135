import { Dropdown, type DropdownProps } from './Dropdown.tsx';

export type MoreMenuProps = Pick<DropdownProps, 'label' | 'disabled' | 'items'>;

/** Further actions of a panel, behind a button with three dots. */
export function MoreMenu(props: MoreMenuProps) {
  return (
    <Dropdown {...props} triggerClass="btn btn-ghost btn-sm btn-square max-sm:size-10">
      <span aria-hidden="true" className="icon-[ri--more-line] size-5" />
    </Dropdown>
  );
}
