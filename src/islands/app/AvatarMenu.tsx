import { useStore } from '@nanostores/react';
import { Avatar } from '#components/elements/Avatar.tsx';
import { useMediaQuery } from '#components/hooks/use-media-query.ts';
import { Dropdown } from '#components/overlay/Dropdown.tsx';
import { island } from '#islands/island.tsx';
import { clearReturnAddress } from '#stores/app/route.ts';
import { $admin, signOut } from '#stores/app/session.ts';
import { $theme, setTheme, type Theme } from '#stores/app/theme.ts';

const THEMES: readonly { key: Theme; label: string }[] = [
  { key: 'system', label: 'System' },
  { key: 'light', label: 'Light' },
  { key: 'dark', label: 'Dark' },
];

function logout() {
  // After a deliberate sign-out the next sign-in starts at the first screen, not at the last one.
  signOut();
  clearReturnAddress();
}

/** The signed-in administrator's menu at the end of the app sidebar (SH-03, SH-04). */
function Menu() {
  const admin = useStore($admin, { ssr: () => undefined });
  const theme = useStore($theme, { ssr: 'initial' });
  // On small screens the app sidebar is a bar at the bottom.
  const isSmall = useMediaQuery('(width < 48rem)');
  return (
    <Dropdown
      label="Logged admin menu"
      placement={isSmall ? 'top-end' : 'right-end'}
      triggerClass="grid size-10 cursor-pointer place-items-center rounded-full"
      items={() => [
        ...(admin?.email ? [{ heading: admin.email }] : []),
        {
          key: 'admins',
          label: 'Manage admins',
          icon: 'icon-[ri--shield-user-line]',
          href: '#/settings/admins',
        },
        'separator',
        { heading: 'Theme' },
        ...THEMES.map(({ key, label }) => ({
          key,
          label,
          checked: theme === key,
          radio: true,
          onSelect: () => setTheme(key),
        })),
        'separator',
        { key: 'logout', label: 'Logout', icon: 'icon-[ri--logout-circle-line]', onSelect: logout },
      ]}
    >
      <Avatar number={admin?.avatar ?? 0} />
    </Dropdown>
  );
}

export default island((route) => route.definition.sidebar, Menu);
