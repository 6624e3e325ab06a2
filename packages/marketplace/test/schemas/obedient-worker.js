// A worker thread that does what its task says: `json` is a list of steps.
import { parentPort } from 'node:worker_threads';

function spend(ms) {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

const STEPS = {
  begin: () => parentPort.postMessage({ kind: 'begun' }),
  spend,
  hang: () => spend(Infinity),
  fill() {
    const all = [];
    for (;;) all.push(Array.from({ length: 1_000_000 }, () => all.length));
  },
  overflow: function deeper() {
    return deeper() + 1;
  },
  exit: () => process.exit(0),
  fail() {
    throw new Error('on purpose');
  },
};

let answered = 0;
parentPort.on('message', ({ json }) => {
  parentPort.postMessage({ kind: 'begun' });
  for (const [name, ...args] of JSON.parse(json)) STEPS[name](...args);
  answered += 1;
  parentPort.postMessage({ kind: 'details', details: [{ path: '', message: `${answered}` }] });
});

// Slower to start than the budgets of these tests.
spend(150);
parentPort.postMessage({ kind: 'ready' });
