import { SellerUrl } from './generated/schemas.ts';

/** Which URLs a contract may contain: only https, or http too, as in dev mode. */
export type SellerUrlMode = 'production' | 'dev';

/** The pattern of URLs in a contract. The wire schema contains the one of dev mode. */
export const sellerUrlPattern = (mode: SellerUrlMode): string =>
  mode === 'dev' ? SellerUrl.pattern : SellerUrl.pattern.replace('[Ss]?:', '[Ss]:');
