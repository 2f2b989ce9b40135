export interface MenuItem {
  readonly label: string;
  /** By default the label: only for items of one menu that may have the same one. */
  readonly key?: string;
  readonly icon?: string;
  readonly href?: string;
  readonly onSelect?: () => void;
  /** A ticked or unticked item; choosing it keeps the menu open. */
  readonly checked?: boolean;
  /** Only one of the items between two separators can be ticked, as with radio buttons. */
  readonly radio?: boolean;
  readonly danger?: boolean;
  readonly disabled?: boolean;
}

export type MenuEntry = MenuItem | 'separator' | { readonly heading: string };

export const isMenuItem = (entry: MenuEntry): entry is MenuItem =>
  typeof entry !== 'string' && 'label' in entry;
