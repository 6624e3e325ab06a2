import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { INPUT_SCHEMA } from './sample-call.ts';

const CONTRACT = {
  provider: {
    title: 'Bench seller',
    description: 'Answers at once.',
    price: { amountCents: 1 },
    runContract: {
      method: 'POST',
      endpointPath: 'https://bench.example.com/run',
      inputSchema: INPUT_SCHEMA,
    },
  },
};

/** A contract that passes every check, as a file in this folder. */
export function contractFile(folder: string): string {
  const path = join(folder, 'contract.json');
  writeFileSync(path, JSON.stringify(CONTRACT));
  return path;
}
