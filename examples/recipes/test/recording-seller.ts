// A service with the SQLite replay store that appends each order to RUNS when it runs.
import { appendFileSync } from 'node:fs';
import { defineService } from '@mkt/seller-kit';
import { serve } from '@mkt/seller-kit/node';
import { sqliteReplayStore } from '../src/processes/sqlite-replay-store.ts';

const { RUNS = '', REPLAY_FILE = '', HOST } = process.env;

const service = defineService({
  name: 'Recording',
  description: 'Records which orders it ran.',
  price: { amountCents: 1 },
  replay: sqliteReplayStore(REPLAY_FILE),
  run: (_input, { orderId }) => {
    appendFileSync(RUNS, `${orderId}\n`);
    return { orderId };
  },
});
await serve(service, { host: HOST });
