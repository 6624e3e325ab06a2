const setOf = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Words that say nothing about a service. Neither titles nor queries are searched for them. */
export const STOP_WORDS = setOf(`
  a am an and any are as at be been but by can could did do does don for from had has have how i if
  im in into is it its me my of on onto or our out s should so some t than that the their them then
  there these they this those to us was we were what whats when where which who whom whose why will
  with would you your`);

/** What people write around the thing that they look for; ignored unless nothing else is left. */
export const FILLER_WORDS = setOf(`
  api apis app apps available best cheap easy find free get give good help let like looking make
  need offer offers online please program service services show software somebody someone something
  tell thing things tool tools use used using want way website which`);
