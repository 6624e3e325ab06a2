import { webSigner, type Signer } from '@mkt/protocol/signing';

/**
 * Made at the first call: a service is defined while its module loads, where Workers allow little,
 * and importing the keys is asynchronous work.
 */
export const createSigner = (keys: readonly Uint8Array[]): Signer => {
  let made: Signer | undefined;
  const signer = () => (made ??= webSigner(keys));
  return {
    sign: (payload, body) => signer().sign(payload, body),
    matches: (read, body) => signer().matches(read, body),
  };
};
