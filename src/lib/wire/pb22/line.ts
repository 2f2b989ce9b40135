/** The line of PocketBase whose words this wire translates: stored with what has some of them. */
export const line = 'pb22';
