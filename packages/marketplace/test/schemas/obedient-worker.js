// A schema process that runs the steps in its task's `json`.

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
  // One array that grows beyond the limit: V8 aborts the whole process at once.
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

let replies = 0;
process.on('message', ({ json }) => {
  process.send({ kind: 'begun' });
  for (const [name, ...args] of JSON.parse(json)) STEPS[name](...args);
  replies += 1;
  process.send({ kind: 'details', details: [{ path: '', message: `${replies}` }] });
});

// Takes longer to start than the budgets of these tests.
spend(150);
process.send({ kind: 'ready' });
