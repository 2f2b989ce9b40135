import { IconButton } from '#components/elements/IconButton.tsx';

/** A small button that removes a record from a list. */
export function RemoveButton({ name, onClick }: { readonly name: string; readonly onClick: () => void }) {
  return (
    <IconButton
      variant="small"
      icon="icon-[ri--close-line]"
      label={`Remove ${name}`}
      tooltip="Remove"
      tooltipSide="left"
      onClick={onClick}
    />
  );
}
