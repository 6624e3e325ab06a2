export interface Verdict {
  ok: boolean;
  /** `kill9: PASS 500 cycles, seed 42: 0 lost, 0 called twice, 0 stuck (12m 3s)` */
  line: string;
  /** The first hundred findings, oldest first. */
  findings: string[];
}

export interface Report {
  progress(line: string): void;
  /**
   * A violation: `kind` is counted in the verdict, `evidence` is printed. Violations with the same
   * `kind` and `about` count once.
   */
  violation(kind: string, evidence: string, about?: string): void;
  /** Counts what was checked: a run that checked nothing of a kind has proved nothing. */
  checked(what: string, count?: number): void;
  /** The number of violations so far. */
  found(): number;
  /**
   * Prints the verdict. Kinds that are not named here are added when there are any; an entry of
   * `mustCheck` that was never checked counts as a violation.
   */
  verdict(
    done: string,
    kinds: readonly string[],
    more?: { figures?: string | undefined; mustCheck?: readonly string[] },
  ): Verdict;
}

export interface ReportOptions {
  name: string;
  seed: number;
  print?: (line: string) => void;
}

const FINDINGS_KEPT = 100;
const EVIDENCE_CHARACTERS = 2_000;
const SECOND_MS = 1_000;

function took(ms: number): string {
  const seconds = Math.round(ms / SECOND_MS);
  return seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m ${seconds % 60}s`;
}

/** Counts violations, and summarises them in one line at the end. */
export function createReport({ name, seed, print = console.log }: ReportOptions): Report {
  const startedAt = performance.now();
  const since = () => took(performance.now() - startedAt);
  const counts = new Map<string, number>();
  const known = new Set<string>();
  const findings: string[] = [];
  const checks = new Map<string, number>();
  const found = () => [...counts.values()].reduce((sum, each) => sum + each, 0);
  print(`${name}: seed ${seed}`);

  function violation(kind: string, evidence: string, about?: string): void {
    if (about !== undefined) {
      if (known.has(`${kind} ${about}`)) return;
      known.add(`${kind} ${about}`);
    }
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    if (findings.length >= FINDINGS_KEPT) return;
    const finding = `${kind}: ${evidence.slice(0, EVIDENCE_CHARACTERS)}`;
    findings.push(finding);
    print(`${name}: ${since()}: ✖ ${finding}`);
  }

  return {
    found,
    violation,
    checked: (what, count = 1) => void checks.set(what, (checks.get(what) ?? 0) + count),
    progress: (line) => print(`${name}: ${since()}: ${line}`),
    verdict(done, kinds, { figures, mustCheck = [] } = {}) {
      for (const what of mustCheck) {
        if (!checks.get(what)) violation('nothing checked', `no ${what} to look at`);
      }
      const all = new Set([...kinds, ...counts.keys()]);
      const totals = [...all].map((kind) => `${counts.get(kind) ?? 0} ${kind}`);
      const parts = [...totals, ...(figures === undefined ? [] : [figures])].join(', ');
      const ok = found() === 0;
      const line = `${name}: ${ok ? 'PASS' : 'FAIL'} ${done}, seed ${seed}: ${parts} (${since()})`;
      print(line);
      return { ok, line, findings };
    },
  };
}
