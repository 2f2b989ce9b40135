/** Sizes of the columns; the table scrolls sideways when they don't fit. */
export const ADMIN_CELLS = {
  avatar: 'cell-select',
  id: 'w-60 shrink-0',
  email: 'min-w-60 grow basis-60',
  // Grows with letters that are set further apart.
  date: 'w-max min-w-52 shrink-0',
  arrow: 'flex w-11 shrink-0 items-center justify-center',
} as const;

/** Width below which the table scrolls sideways. */
export const ADMINS_WIDTH = 'min-w-[62rem]';
