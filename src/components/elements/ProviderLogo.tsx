import logos from './provider-logos.css?inline';

const sheet = new CSSStyleSheet();
sheet.replaceSync(logos);
document.adoptedStyleSheets.push(sheet);

/** The logo of an OAuth2 provider, as high as the text. */
export function ProviderLogo({ provider }: { readonly provider: string }) {
  return <span aria-hidden="true" className="provider-logo shrink-0" data-provider={provider} />;
}
