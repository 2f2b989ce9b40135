/** One look for every control in which something is typed or chosen; 32 px high, 40 px on small screens. */
export const CONTROL =
  'input input-sm h-8 w-full text-sm max-sm:h-10 aria-invalid:input-error focus-within:outline-2 focus:outline-2';
