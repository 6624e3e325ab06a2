import { SellerUrl } from './generated/schemas.ts';

/** Which URLs a contract may contain: only https, or http too, as in dev mode. */
export type ContractForm = 'production' | 'dev';

/** The pattern of URLs in a contract. The wire schema contains the dev form. */
export const sellerUrlPattern = (form: ContractForm): string =>
  form === 'dev' ? SellerUrl.pattern : SellerUrl.pattern.replace('[Ss]?:', '[Ss]:');
