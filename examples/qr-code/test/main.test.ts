import { describeSellerProgram } from '../../text-insights/test/seller-program.ts';

describeSellerProgram('QR code', new URL('..', import.meta.url));
