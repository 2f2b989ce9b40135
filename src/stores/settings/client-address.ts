import { loadClientAddress } from '#api/settings/client-address.ts';
import { createLoader } from '#stores/factories/create-loader.ts';

const loader = createLoader({ request: (signal) => loadClientAddress({ signal }), showsError: true });

/** Where this page's requests come from, as the backend sees it; each load is an entry of the backend's log. */
export const $clientAddress = loader.$load;

/** Asks for it again. Reports errors. */
export const loadClientAddressNow = loader.load;

/** Asks for it. Returns a function that stops this. */
export function startClientAddress(): () => void {
  void loader.load();
  return loader.clear;
}
