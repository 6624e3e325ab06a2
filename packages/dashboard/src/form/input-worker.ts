import { checkInput, type CheckRequest } from './check-input.ts';

// Schemas are written by strangers, and checking one may take long: not in the thread of the page.
addEventListener('message', ({ data }: MessageEvent<CheckRequest>) => {
  postMessage({ id: data.id, problems: checkInput(data) });
});
