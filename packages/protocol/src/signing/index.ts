export { decodeEnvelope, encodeEnvelope, formatPayload, type Envelope } from './signature.ts';
export { formatSigningSecret, parseSigningSecret, parseSigningSecrets } from './signature.ts';
export {
  checkSignedCall,
  readSignature,
  SIGNATURE_PROBLEMS,
  type SignatureRefusal,
  type ReadSignature,
  type SignatureProblem,
  type SignatureHeaders,
} from './signature.ts';
export { signatureHeaders, type SignedHeaders } from './signature.ts';
export { webSigner } from './web.ts';
export type { Signer } from './signature.ts';
