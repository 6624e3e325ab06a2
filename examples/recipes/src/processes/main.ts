import cluster from 'node:cluster';
import { defineService, logCall } from '@mkt/seller-kit';
import { serve } from '@mkt/seller-kit/node';
import { sqliteReplayStore } from './sqlite-replay-store.ts';

const PROCESSES = 4;

if (cluster.isPrimary) {
  for (let i = 0; i < PROCESSES; i++) cluster.fork();
  cluster.on('exit', () => cluster.fork());
} else {
  const service = defineService({
    name: 'Text length',
    description: 'How long a text is.',
    baseUrl: process.env.PUBLIC_URL,
    price: { amountCents: 2 },
    replay: sqliteReplayStore(process.env.REPLAY_FILE ?? 'seen-orders.db'),
    onCall: logCall,
    input: { type: 'object', required: ['text'], properties: { text: { type: 'string' } } },
    run: ({ text }) => ({ length: text.length, pid: process.pid }),
  });
  await serve(service);
}
