const LOCAL = /^(localhost|127\.|\[::1\]|0\.0\.0\.0)/;

/** What is wrong with the base address of a service, as a sentence; `undefined` if it is a URL. */
export function serviceUrlProblem(text: string): string | undefined {
  const isUrl = /^[a-z][\w+.-]*:\/\//i.test(text) && URL.canParse(text);
  if (isUrl) return undefined;
  const guess = `${LOCAL.test(text) ? 'http' : 'https'}://${text}`;
  const isAddress = /^[^\s/:]+(\.[^\s/:]+|:\d+)|^localhost\b/.test(text) && URL.canParse(guess);
  return isAddress
    ? `It must be a URL. Did you mean ${guess}?`
    : 'It must be a URL such as http://localhost:8810 or https://api.example.com.';
}
