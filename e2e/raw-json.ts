// TypeScript's standard library does not declare JSON.rawJSON yet.
const withRawJson = JSON as typeof JSON & { rawJSON(text: string): unknown };
export { withRawJson as JSON };
