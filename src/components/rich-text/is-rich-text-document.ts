/** Whether it is public/rich-text.html, which runs no code: servers and proxies send other pages at any address. */
export const isRichTextDocument = (document: Document | null | undefined): document is Document =>
  document?.head?.querySelector('meta[name="atoll-rich-text-document"]') != null;
