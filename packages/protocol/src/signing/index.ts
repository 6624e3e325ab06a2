export { decodeEnvelope, encodeEnvelope, formatPayload, type Envelope } from './payload-header.ts';
export { formatSigningSecret, parseSigningSecret, parseSigningSecrets } from './secret.ts';
export {
  checkSignedCall,
  readSignature,
  SIGNATURE_PROBLEMS,
  type SignatureRefusal,
  type ReadSignature,
  type SignatureProblem,
  type SignatureHeaders,
} from './signature.ts';
export { signatureHeaders, type SignedHeaders } from './signed-headers.ts';
export { webSigner } from './web.ts';
export type { Signer } from './signer.ts';
