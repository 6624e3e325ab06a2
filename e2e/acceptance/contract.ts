import type { Seller } from '../../test-bed/seller.ts';

type Json = Record<string, unknown>;

let counter = 0;

/** A title that no other test in the file uses. */
export const newTitle = (word = 'Echo') => `${word} ${process.pid} ${(counter += 1)}`;

export const TEXT_INPUT = {
  type: 'object',
  required: ['text'],
  properties: { text: { type: 'string' } },
};

/** The run contract of a seller that takes any JSON. */
export const runContractOf = (seller: Pick<Seller, 'url'>, changes: Json = {}): Json => ({
  method: 'POST',
  endpointPath: `${seller.url}/run`,
  ...changes,
});

/** A body for `POST /v1/providers`. */
export const providerOf = (seller: Pick<Seller, 'url'>, changes: Json = {}): Json => ({
  title: newTitle(),
  runContract: runContractOf(seller),
  ...changes,
});

/** What a seller serves at `GET /contract`, under the key `provider`. */
export const offerOf = (seller: Pick<Seller, 'url'>, changes: Json = {}): Json => ({
  title: newTitle(),
  description: 'Answers what it was sent.',
  category: 'data',
  tags: ['text'],
  price: { currency: 'USD', amountCents: 2, unit: 'call' },
  runContract: runContractOf(seller),
  ...changes,
});
