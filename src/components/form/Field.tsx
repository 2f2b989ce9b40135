import { createContext, type ReactNode, use, useId } from 'react';
import { REQUIRED_MARK } from '#components/elements/control-class.ts';
import { IconButton } from '#components/elements/IconButton.tsx';

/** An error of one field from the server or a form; an empty value means no error. */
export type FieldError = string | { readonly message?: string | undefined } | null | undefined;

/** The text to show for an error, 'Invalid value' for one without a message. */
export function errorText(error: FieldError): string | undefined {
  if (!error) return undefined;
  if (typeof error === 'string') return error;
  return error.message || 'Invalid value';
}

/** What a field shows beside its label, for example that it was changed. */
export const FieldMark = createContext<ReactNode>(undefined);

/** What a field shows above its help, for example a note on it. */
export const FieldHelp = createContext<ReactNode>(undefined);

export interface FieldOptions {
  readonly label: string;
  readonly icon?: string;
  readonly required?: boolean;
  readonly help?: ReactNode;
  readonly error?: FieldError;
  readonly info?: string;
  readonly aside?: ReactNode;
  readonly className?: string;
}

export interface ControlProps {
  readonly id: string;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
}

export interface FieldProps extends FieldOptions {
  readonly below?: ReactNode;
  readonly children: (control: ControlProps) => ReactNode;
}

/** The line with the help or the error is always there, so nothing moves when an error appears. */
export function Field(props: FieldProps) {
  const { label, icon, required, error, info, aside, below, className = '', children } = props;
  const above = use(FieldHelp);
  const help = above ? (
    <>
      {above}
      {props.help}
    </>
  ) : (
    props.help
  );
  const id = useId();
  const noteId = `${id}-note`;
  const message = errorText(error);
  const control = {
    id,
    'aria-invalid': message ? true : undefined,
    'aria-describedby': message || help ? noteId : undefined,
  } as const;
  return (
    <div className={`flex min-w-0 flex-col ${className}`}>
      <div className="flex min-h-6 items-center gap-1.5 text-sm">
        {icon && <span aria-hidden="true" className={`${icon} size-4 shrink-0 text-muted`} />}
        <label
          htmlFor={id}
          className={`min-w-0 font-medium [overflow-wrap:anywhere] sm:truncate ${message ? 'text-error' : ''} ${required ? REQUIRED_MARK : ''}`}
        >
          {label}
        </label>
        {info && <InfoIcon text={info} />}
        {use(FieldMark)}
        {aside && <span className="ml-auto shrink-0">{aside}</span>}
      </div>
      {children(control)}
      {below}
      <FieldNote id={noteId} error={message} help={help} />
    </div>
  );
}

/** The line below a control: the error, or else the help. With help it leaves more space below. */
export function FieldNote({ id, error, help }: { id: string; error: string | undefined; help?: ReactNode }) {
  return (
    <div
      id={id}
      aria-live="polite"
      className={`py-0.5 text-xs leading-4 [overflow-wrap:anywhere] ${help ? 'min-h-7 pb-2' : 'min-h-5'}`}
    >
      {error ? <span className="text-error">{error}</span> : <span className="text-muted">{help}</span>}
    </div>
  );
}

/** An info icon with a tooltip, also reachable by keyboard. */
export function InfoIcon({ text }: { text: string }) {
  return (
    <IconButton
      variant="hint"
      className="size-5 text-muted max-sm:-my-2 max-sm:size-10"
      icon="icon-[ri--information-line]"
      label="More about this"
      tooltip={text}
    />
  );
}
