const metaContent = (name: string) =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;

/** What the server wrote into index.html about itself. */
export const serverMode = {
  dev: metaContent('mkt-mode') === 'dev',
  signUp: metaContent('mkt-sign-up') as 'open' | 'invite' | 'closed',
};
