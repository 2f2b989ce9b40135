import type { ColumnType } from '#domain/field-types/field-type.ts';

/** The icon of every type of column, and its colour, as classes. */
export const FIELD_ICONS: Readonly<Record<ColumnType, string>> = {
  id: 'icon-[ri--key-line]',
  username: 'icon-[ri--user-line]',
  text: 'icon-[ri--text]',
  number: 'icon-[ri--hashtag] text-type-number',
  bool: 'icon-[ri--toggle-line] text-type-choice',
  email: 'icon-[ri--mail-line]',
  url: 'icon-[ri--link]',
  editor: 'icon-[ri--pencil-line]',
  date: 'icon-[ri--calendar-line] text-type-date',
  select: 'icon-[ri--list-check] text-type-choice',
  json: 'icon-[ri--braces-line] text-type-choice',
  file: 'icon-[ri--image-line] text-type-file',
  geoPoint: 'icon-[ri--map-pin-line] text-type-number',
  relation: 'icon-[ri--mind-map] text-type-relation',
};
