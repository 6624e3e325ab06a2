/** Made by `guides.ts` beside vite.config.ts. */
declare module 'virtual:guides' {
  // oxlint-disable-next-line typescript/consistent-type-imports -- an ambient module imports nothing
  const guides: readonly import('./model.ts').Guide[];
  export default guides;
}

declare module 'virtual:guide-words' {
  // oxlint-disable-next-line typescript/consistent-type-imports -- an ambient module imports nothing
  const words: import('./model.ts').GuideWords;
  export default words;
}
