/** What the content security policy allows styles of this page by; a new one in each response. */
export const pageNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
