import logos from './provider-logos.css?inline';

// A constructed style sheet is part of this chunk, and the content security policy allows it.
const sheet = new CSSStyleSheet();
sheet.replaceSync(logos);
document.adoptedStyleSheets.push(sheet);

export interface ProviderLogoProps {
  /** Key of the OAuth2 provider, such as `github`; unknown ones get a key. */
  readonly provider: string;
}

/** The logo of an OAuth2 provider, as high as the text. */
export function ProviderLogo({ provider }: ProviderLogoProps) {
  return <span aria-hidden="true" className="provider-logo shrink-0" data-provider={provider} />;
}
