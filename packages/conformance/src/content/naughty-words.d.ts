declare module 'naughty-words' {
  /** By language; the lists are data of the package. */
  const words: Readonly<Record<string, readonly string[]>>;
  export default words;
}
