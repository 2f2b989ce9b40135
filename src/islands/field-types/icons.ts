import type { ColumnType } from '#domain/field-types/field-type.ts';

/** The icon of every type of column, as a class. */
export const FIELD_ICONS: Readonly<Record<ColumnType, string>> = {
  id: 'icon-[ri--key-line]',
  username: 'icon-[ri--user-line]',
  text: 'icon-[ri--text]',
  number: 'icon-[ri--hashtag]',
  bool: 'icon-[ri--toggle-line]',
  email: 'icon-[ri--mail-line]',
  url: 'icon-[ri--link]',
  editor: 'icon-[ri--edit-2-line]',
  date: 'icon-[ri--calendar-line]',
  select: 'icon-[ri--list-check]',
  json: 'icon-[ri--braces-line]',
  file: 'icon-[ri--image-line]',
  relation: 'icon-[ri--mind-map]',
};
