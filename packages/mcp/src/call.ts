import type { Order } from '@mkt/client';
import type { InputRequiredResult } from '@modelcontextprotocol/server';
import type { Purpose, ToolResult } from './results/tool-result.ts';
import type { Session } from './session.ts';
import type { OrderTask } from './tasks.ts';

/** How the person answered the question that an earlier round of a call asked. */
export interface Answer {
  isAccepted: boolean;
  /** What the question was sealed with. */
  seal: string;
}

/** One call of a tool. */
export interface Call {
  session: Session;
  signal: AbortSignal;
  /** Whether the client can ask a person. */
  canAsk: boolean;
  /** Whether the client follows tasks, so that a call need not wait for its order. */
  canFollowTasks: boolean;
  answer: Answer | undefined;
  /** Tells the client, if it wants to know, that the order exists and has not settled. */
  report(order: Order): void;
}

export type Outcome = ToolResult | OrderTask | InputRequiredResult;

export type Arguments = Readonly<Record<string, unknown>>;

export interface Tool extends Purpose {
  name: string;
  title: string;
  description: string;
  inputSchema: { type: 'object'; [keyword: string]: unknown };
  annotations: Record<string, boolean>;
  call(args: Arguments, call: Call): Promise<Outcome>;
}
