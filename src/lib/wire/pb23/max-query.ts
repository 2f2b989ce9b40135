/** In bytes. The backend takes longer addresses, but servers in front of it often do not. */
export const MAX_QUERY = 7000;
