import type { FailureKind, OrderFailure } from '@mkt/client';

const ADVICE: Readonly<Record<Exclude<FailureKind, 'seller_status'>, string>> = {
  timeout:
    'The service may have done the work. Run it again only if doing it twice does no harm, and ask for less in one call.',
  connection:
    'If the service closed the connection, it may have done the work. Otherwise run it again in a minute.',
  tls: 'The service has no valid certificate, or does not speak TLS. Only its seller can fix this.',
  url_not_allowed:
    'The address of the service is not public any more. Only its seller can fix this.',
  invalid_json: 'The response is not JSON: most likely a defect in the service.',
  too_large: 'The response is larger than the marketplace accepts. Ask for less in one call.',
  interrupted:
    'The marketplace was stopped during the call. Run it again only if doing it twice does no harm.',
  expired:
    'It waited 10 minutes behind other calls. Run it again later, with fewer at the same time.',
  cancelled: 'It was cancelled while it waited, so the service was not called.',
  listing_unavailable:
    'The listing was taken off the market while the order waited. Run it again once it is back.',
};

/** What to do next, as docs/buy/orders.md#when-an-order-fails says it. */
export function failureAdvice({ kind, sellerStatus = 0 }: OrderFailure): string {
  if (kind !== 'seller_status') return ADVICE[kind];
  const isInputWrong = sellerStatus >= 400 && sellerStatus < 500 && sellerStatus !== 429;
  return isInputWrong
    ? 'The service refuses this input. Change it and run it again.'
    : 'Run it again later.';
}
