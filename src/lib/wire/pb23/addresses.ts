/** The names in addresses of the own dashboard of 0.23 and newer, and those that Atoll has for the same. */
export const ADDRESS_NAMES: Readonly<Record<string, string>> = {
  collection: 'collectionId',
  record: 'recordId',
  superuserRequests: 'adminRequests',
};
