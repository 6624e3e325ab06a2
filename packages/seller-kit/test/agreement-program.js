// Bundled without Node by agreement.test.ts, with the cases in it. Prints what the kit makes of them.
import cases from 'agreement-cases';
import { kitOutcomes } from './kit-outcomes.js';

console.log(JSON.stringify(await kitOutcomes(cases)));
