/**
 * Whether a document is the one for rich text (public/rich-text.html), whose own policy runs no code. Its address is no
 * proof: servers and proxies send error pages, sign-ins or the dashboard itself at any address.
 */
export const isRichTextDocument = (document: Document | null | undefined): document is Document =>
  document?.head?.querySelector('meta[name="atoll-rich-text-document"]') != null;
