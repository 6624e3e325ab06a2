export type Severity = 'safe' | 'unknown' | 'breaking';

/** One difference between two versions of a contract. */
export interface ContractFinding {
  /** JSON Pointer: into the later version, or into the earlier one if something was dropped. */
  path: string;
  severity: Severity;
  message: string;
}
