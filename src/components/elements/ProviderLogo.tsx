import logos from './provider-logos.css?inline';

const sheet = new CSSStyleSheet();
sheet.replaceSync(logos);
document.adoptedStyleSheets.push(sheet);

export function ProviderLogo({ provider }: { readonly provider: string }) {
  return <span aria-hidden="true" className="provider-logo shrink-0" data-provider={provider} />;
}
