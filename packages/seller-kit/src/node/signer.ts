import type { Signer } from '@mkt/protocol/signing';
import { nodeSigner } from '@mkt/protocol/signing/node';

export const createSigner: (keys: readonly Uint8Array[]) => Signer = nodeSigner;
