import logos from './provider-logos.css?inline';

let sheet: CSSStyleSheet | undefined;

/** Adds the logos of `.provider-logo[data-provider]` to the page; the strict CSP allows a constructed style sheet. */
export function showProviderLogos(): void {
  if (sheet) return;
  sheet = new CSSStyleSheet();
  sheet.replaceSync(logos);
  document.adoptedStyleSheets.push(sheet);
}
