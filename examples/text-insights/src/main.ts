import { serve } from '@mkt/seller-kit/node';
import { textInsights } from './service.ts';

const { PUBLIC_URL: baseUrl } = process.env;

try {
  const server = await serve(textInsights({ baseUrl }));
  console.log(`Text insights listens on ${server.url}`);
  // Waits for calls in flight; then the process ends.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void server.close());
  }
} catch (error) {
  console.error(`✖ ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
