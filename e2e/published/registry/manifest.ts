/** The `package.json` of a package. */
export interface Manifest {
  name: string;
  private?: boolean;
  version: string;
  exports?: Record<string, unknown>;
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
  /** Where the tarball is, and its checksums. */
  dist?: Record<string, unknown>;
  [field: string]: unknown;
}
