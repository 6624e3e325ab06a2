/** Made by `api-reference.ts` beside vite.config.ts. */
declare module 'virtual:api-reference' {
  // oxlint-disable-next-line typescript/consistent-type-imports -- an ambient module imports nothing
  const reference: import('./model.ts').ApiReference;
  export default reference;
}
