// A server that is killed while its worker runs an endless validation. Prints the pid of the worker first.
import { fork } from 'node:child_process';

const [script, task] = process.argv.slice(2);
const worker = fork(script, [], {
  execArgv: ['--conditions=mkt-source'],
  env: {},
  stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  serialization: 'advanced',
});
let begun = 0;
worker.on('message', ({ kind }) => {
  if (kind === 'ready') worker.send(JSON.parse(task));
  // The second step is the validation, after the compilation.
  if (kind !== 'begun' || ++begun < 2) return;
  process.stdout.write(`${worker.pid}\n`, () => process.kill(process.pid, 'SIGKILL'));
});
