import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The suite starts the built program, so it builds first when a source file is newer. */
export default async function build(): Promise<void> {
  if (process.env['MKT_ACCEPTANCE_COMMAND']) return;
  const script = fileURLToPath(new URL('../../scripts/build.mjs', import.meta.url));
  const child = spawn(process.execPath, [script, '--if-stale'], { stdio: 'inherit' });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`The build ended with ${code}.`);
}
