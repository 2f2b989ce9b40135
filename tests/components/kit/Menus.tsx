import { useState } from 'react';
import { Dropdown } from '#components/overlay/Dropdown.tsx';
import type { MenuEntry } from '#components/overlay/menu-item.ts';

/** A plain menu and one with ticked items. */
export function Menus() {
  const [chosen, setChosen] = useState('none');
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const plain: MenuEntry[] = [
    {
      key: 'manage',
      label: 'Manage admins',
      icon: 'icon-[ri--group-line]',
      onSelect: () => setChosen('manage'),
    },
    { key: 'docs', label: 'Docs', href: '#/docs' },
    { key: 'off', label: 'Not today', disabled: true, onSelect: () => setChosen('off') },
    'separator',
    { key: 'logout', label: 'Logout', danger: true, onSelect: () => setChosen('logout') },
  ];
  const columns = (): MenuEntry[] => [
    { heading: 'Columns' },
    ...['title', 'body', 'created'].map((name) => ({
      key: name,
      label: name,
      checked: !hidden.includes(name),
      onSelect: () =>
        setHidden(hidden.includes(name) ? hidden.filter((it) => it !== name) : [...hidden, name]),
    })),
  ];
  return (
    <div className="flex gap-4">
      <Dropdown label="Account" tooltip="Account" items={plain} placement="bottom-start">
        Account
      </Dropdown>
      <Dropdown label="Toggle columns" items={columns}>
        <span aria-hidden="true" className="icon-[ri--more-line] size-4" />
      </Dropdown>
      <button type="button" className="btn btn-sm">
        After
      </button>
      <output data-chosen="">{chosen}</output>
      <output data-hidden="">{hidden.join(',')}</output>
    </div>
  );
}
