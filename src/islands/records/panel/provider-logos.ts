import logos from './provider-logos.css?inline';

let sheet: CSSStyleSheet | undefined;

/** Puts the logos of `.provider-logo[data-provider]` into the page; a constructed sheet passes the strict CSP. */
export function showProviderLogos(): void {
  if (sheet) return;
  sheet = new CSSStyleSheet();
  sheet.replaceSync(logos);
  document.adoptedStyleSheets.push(sheet);
}
