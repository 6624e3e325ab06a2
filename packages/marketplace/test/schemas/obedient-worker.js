// A worker process that does what its task says: `json` is a list of steps.

function spend(ms) {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

const STEPS = {
  begin: () => process.send({ kind: 'begun' }),
  spend,
  hang: () => spend(Infinity),
  fill() {
    const all = [];
    for (;;) all.push(Array.from({ length: 1_000_000 }, () => all.length));
  },
  // One list that grows past the limit: V8 aborts at once, and no thread survives that.
  grow() {
    const all = [];
    for (;;) all.push(all.length);
  },
  crash: () => process.kill(process.pid, 'SIGSEGV'),
  overflow: function deeper() {
    return deeper() + 1;
  },
  exit: () => process.exit(0),
  leave: () => process.disconnect(),
  fail() {
    throw new Error('on purpose');
  },
};

let answered = 0;
process.on('message', ({ json }) => {
  process.send({ kind: 'begun' });
  for (const [name, ...args] of JSON.parse(json)) STEPS[name](...args);
  answered += 1;
  process.send({ kind: 'details', details: [{ path: '', message: `${answered}` }] });
});

// Slower to start than the budgets of these tests.
spend(150);
process.send({ kind: 'ready' });
