import { webSigner, type Signer } from '@mkt/protocol/signing';

/**
 * Created on the first call: a service is defined while its module loads, when Workers do not allow
 * asynchronous work such as importing keys.
 */
export const createSigner = (keys: readonly Uint8Array[]): Signer => {
  let made: Signer | undefined;
  const signer = () => (made ??= webSigner(keys));
  return {
    sign: (payload, body) => signer().sign(payload, body),
    matches: (read, body) => signer().matches(read, body),
  };
};
