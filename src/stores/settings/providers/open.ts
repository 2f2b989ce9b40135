import { createPopup } from '#stores/factories/create-popup.ts';

/** Key of the provider whose popup is open; closing it saves nothing. */
export const {
  $content: $openProvider,
  open: openProvider,
  close: closeProvider,
} = createPopup<string | undefined>(undefined);
