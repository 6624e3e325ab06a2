import { SellerUrl } from './generated/schemas.ts';

/** Which URLs a contract may hold: https alone, or, as in dev mode, http too. */
export type ContractForm = 'production' | 'dev';

/** What a URL in a contract must match. The wire schema has the dev form. */
export const sellerUrlPattern = (form: ContractForm): string =>
  form === 'dev' ? SellerUrl.pattern : SellerUrl.pattern.replace('[Ss]?:', '[Ss]:');
