// Bundled without Node by agreement.test.ts, together with the cases. Prints the kit's verdicts.
import cases from 'agreement-cases';
import { kitOutcomes } from './kit-outcomes.js';

console.log(JSON.stringify(await kitOutcomes(cases)));
