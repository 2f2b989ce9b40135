/** A backend may accept administrators from some addresses of the network only. */
export const ADDRESS_REFUSED =
  'The backend accepts superusers from some network addresses only, and yours is not one of them. If Atoll’s server is in front, the backend sees the address of that server. To change this, run on the backend: pocketbase superuser ips ADDRESSES (without addresses, all are accepted).';
