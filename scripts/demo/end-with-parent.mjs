// Preloaded into every program that npm start starts (node --import): when the channel to the parent
// closes, the parent is gone, even if it was killed without a chance to say so. Then this program
// and all that it started, which is its process group, end too. Imports nothing but Node.
const GRACE_MS = Number(new URL(import.meta.url).searchParams.get('graceMs') ?? 5_000);

function signalGroup(signal) {
  try {
    process.kill(-process.pid, signal);
  } catch {
    // Not the leader of a group: then at least this one.
    process.kill(process.pid, signal);
  }
}

process.once('disconnect', () => {
  setTimeout(() => signalGroup('SIGKILL'), GRACE_MS).unref();
  signalGroup('SIGTERM');
});
// Listening alone must not keep a program alive that is done.
process.channel?.unref();
