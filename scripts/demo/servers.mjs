// The programs that the demonstration consists of, started as their own READMEs say.
import { join } from 'node:path';
import { ROOT } from '../install.mjs';

const OTHERS = new Set(['HOST', 'PORT', 'PUBLIC_URL', 'NODE_ENV']);

/** This process's environment without what would set up a marketplace or a seller otherwise. */
function environment(more) {
  const kept = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('MKT_') && !OTHERS.has(name),
  );
  return { ...Object.fromEntries(kept), ...more };
}

/** A marketplace in dev mode: `{ baseUrl, devApiKey }`. */
export async function startMarketplace(fleet, { data, port }) {
  const bin = join(ROOT, 'packages/marketplace/bin/mkt-marketplace.js');
  const program = {
    node: process.execPath,
    args: [bin, 'serve', '--dev', '--json', '--port', String(port), '--data', data],
    cwd: ROOT,
    env: environment({ MKT_LOG_LEVEL: process.env.MKT_LOG_LEVEL ?? 'warn' }),
  };
  const { said } = await fleet.start('The marketplace', program, (line) =>
    line.startsWith('{"event":"ready"') ? JSON.parse(line) : undefined,
  );
  return said;
}

/** A seller of `examples/`, for this machine only; it verifies calls when there is a secret. */
export async function startSeller(fleet, { name, port, secret }) {
  const program = {
    node: process.execPath,
    args: ['--conditions=mkt-source', 'src/main.ts'],
    cwd: join(ROOT, 'examples', name),
    env: environment({
      HOST: '127.0.0.1',
      PORT: String(port),
      ...(secret === undefined ? {} : { MKT_SIGNING_SECRET: secret }),
    }),
  };
  const { server, said } = await fleet.start(
    name,
    program,
    (line) => line.match(/ listens on (http:\S+)/)?.[1],
  );
  return { server, url: said };
}
