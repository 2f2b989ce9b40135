// chunks: frame
import { setReadOnly } from '#browser/read-only.ts';
import { Avatar } from '#components/elements/Avatar.tsx';
import { lazyPanel } from '#components/feedback/lazy-part.tsx';
import { useIsSmall } from '#components/hooks/use-is-small.ts';
import { useReadOnly } from '#components/hooks/use-read-only.ts';
import { Dropdown } from '#components/overlay/Dropdown.tsx';
import { island, useInitial, usePrerendered } from '#islands/island.tsx';
import { administratorWord } from '#stores/app/administrator-word.ts';
import {
  $palette,
  closePalette,
  openArrangements,
  openPalette,
  openShortcuts,
  openTimes,
} from '#stores/app/popups.ts';
import { $startsAtHome, clearReturnAddress } from '#stores/app/route.ts';
import { $admin, signOut } from '#stores/app/session.ts';
import { $theme, setTheme, THEME_CHOICES } from '#stores/app/theme.ts';
import { $zone } from '#stores/app/zone.ts';

const PaletteHost = lazyPanel(() => import('./palette/PaletteHost.tsx'), closePalette);

function logout() {
  // After a deliberate sign-out the next sign-in starts at the first screen, not at the last one.
  signOut();
  clearReturnAddress();
}

function Menu() {
  const admin = usePrerendered($admin, undefined);
  // The prerendered page has the older word.
  const word = admin ? administratorWord() : 'admin';
  const theme = useInitial($theme);
  const startsAtHome = useInitial($startsAtHome);
  const zone = useInitial($zone);
  const readOnly = useReadOnly();
  // On small screens the app sidebar is a bar at the bottom.
  const isSmall = useIsSmall();
  return (
    <Dropdown
      label={`Logged ${word} menu`}
      placement={isSmall ? 'top-end' : 'right-end'}
      triggerClass="grid size-10 cursor-pointer place-items-center rounded-full"
      items={() => [
        ...(admin?.email ? [{ heading: admin.email }] : []),
        { label: `Manage ${word}s`, icon: 'icon-[ri--shield-user-line]', href: '#/settings/admins' },
        { label: 'Commands (Ctrl K)', icon: 'icon-[ri--command-line]', onSelect: openPalette },
        { label: 'Keyboard shortcuts', icon: 'icon-[ri--keyboard-line]', onSelect: openShortcuts },
        { label: 'Shared arrangements', icon: 'icon-[ri--group-line]', onSelect: openArrangements },
        'separator',
        { label: 'Home', icon: 'icon-[ri--home-4-line]', href: '#/home' },
        {
          label: 'Start at Home',
          checked: startsAtHome,
          onSelect: () => $startsAtHome.set(!startsAtHome),
        },
        ...(readOnly === 'operator'
          ? []
          : [{ label: 'Read-only mode', checked: !!readOnly, onSelect: () => setReadOnly(!readOnly) }]),
        { label: `Times: ${zone?.id ?? 'UTC'}`, icon: 'icon-[ri--calendar-line]', onSelect: openTimes },
        'separator',
        { heading: 'Theme' },
        ...THEME_CHOICES.map(([key, label]) => ({
          label,
          checked: theme === key,
          radio: true,
          onSelect: () => setTheme(key),
        })),
        'separator',
        { label: 'Logout', icon: 'icon-[ri--logout-circle-line]', onSelect: logout },
      ]}
    >
      <Avatar number={admin?.avatar} />
    </Dropdown>
  );
}

/** The palette belongs to every screen that has the menu. */
function MenuAndPalette() {
  const palette = useInitial($palette);
  return (
    <>
      <Menu />
      {palette !== 'closed' && <PaletteHost />}
    </>
  );
}

export default island((route) => route.definition.sidebar, MenuAndPalette);
