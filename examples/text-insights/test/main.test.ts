import { describeSellerProgram } from './seller-program.ts';

describeSellerProgram('Text insights', new URL('..', import.meta.url));
