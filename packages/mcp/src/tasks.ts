import { ApiError, type Order } from '@mkt/client';
import { isObject } from '@mkt/protocol';
import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
  type StandardSchemaV1,
} from '@modelcontextprotocol/server';
import { orderResult, readBudgetLeft } from './orders/order-result.ts';
import type { Session } from './session.ts';

/** The extension of MCP by which a client follows work that is not finished (SEP-2663). */
export const TASKS = 'io.modelcontextprotocol/tasks';

const POLL_MS = 1_000;

interface Task {
  [member: string]: unknown;
  taskId: string;
  status: 'working' | 'completed' | 'cancelled';
  statusMessage: string;
  createdAt: string;
  lastUpdatedAt: string;
  ttlMs: null;
  pollIntervalMs: number;
}

/** Returned instead of a result: the order is the task, and its id that of the task. */
export interface OrderTask extends Task {
  resultType: 'task';
}

function isCancelled(order: Order): boolean {
  return order.orderState === 'failed' && order.failure.kind === 'cancelled';
}

function statusOf(order: Order): Task['status'] {
  if (order.orderState === 'pending' || order.orderState === 'running') return 'working';
  return isCancelled(order) ? 'cancelled' : 'completed';
}

function taskOf(order: Order): Task {
  return {
    taskId: order.id,
    status: statusOf(order),
    statusMessage: `The order is ${order.orderState}.`,
    createdAt: order.createdAt,
    lastUpdatedAt: order.completedAt ?? order.startedAt ?? order.createdAt,
    ttlMs: null,
    pollIntervalMs: POLL_MS,
  };
}

/** The task of an order that has just been placed. */
export const newTask = (order: Order): OrderTask => ({ resultType: 'task', ...taskOf(order) });

/**
 * The task of an order as it is now. An order that failed is a task that completed with an error of
 * the tool: a task fails only with an error of the protocol.
 */
function currentTask(order: Order, remark: string): Record<string, unknown> {
  const task = taskOf(order);
  return task.status === 'completed'
    ? { ...task, result: orderResult(order, remark) }
    : { ...task };
}

interface TaskParams {
  taskId: string;
}

const MAX_ID = 100;

/** The parameters of every method of tasks. */
const TASK_PARAMS: StandardSchemaV1<TaskParams> = {
  '~standard': {
    version: 1,
    vendor: 'mkt',
    validate(value) {
      const taskId = isObject(value) ? value['taskId'] : undefined;
      return typeof taskId === 'string' && taskId !== '' && taskId.length <= MAX_ID
        ? { value: { taskId } }
        : { issues: [{ message: 'taskId must be the id of a task', path: ['taskId'] }] };
    },
  },
};

/** What the client declared with this request, as clients do since 2026-07-28. */
function declaredHere({ mcpReq }: ServerContext): ClientCapabilities | undefined {
  const envelope = mcpReq.envelope as Record<string, unknown> | undefined;
  return envelope?.[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined;
}

/** The capabilities of the client; an older one declared them once for the connection. */
export function clientCapabilities(server: Server, ctx: ServerContext): ClientCapabilities {
  return declaredHere(ctx) ?? server.getClientCapabilities() ?? {};
}

/** Only clients of 2026-07-28 know this form of tasks. */
export function canFollowTasks(ctx: ServerContext): boolean {
  return declaredHere(ctx)?.extensions?.[TASKS] !== undefined;
}

/** Runs `use`, and reports an order that does not exist as the extension prescribes. */
async function asTask<Found>(ctx: ServerContext, use: () => Promise<Found>): Promise<Found> {
  if (!canFollowTasks(ctx)) {
    throw new MissingRequiredClientCapabilityError({
      requiredCapabilities: { extensions: { [TASKS]: {} } },
    });
  }
  try {
    return await use();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const isMissing = error.status === 404 || error.status === 400;
    throw new ProtocolError(
      isMissing ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError,
      isMissing ? 'There is no such task: its id is the id of an order.' : error.message,
    );
  }
}

/** What a client may do with the task of an order (SEP-2663): read it, and cancel the order. */
export function serveTasks(server: Server, { market }: Session): void {
  server.setRequestHandler('tasks/get', { params: TASK_PARAMS }, async ({ taskId }, ctx) => {
    const { signal } = ctx.mcpReq;
    return await asTask(ctx, async () => {
      const order = await market.orders.get(taskId, { signal });
      const isBought = order.orderState === 'completed';
      return currentTask(order, isBought ? await readBudgetLeft(market, signal) : '');
    });
  });
  server.setRequestHandler('tasks/cancel', { params: TASK_PARAMS }, async ({ taskId }, ctx) => {
    const { signal } = ctx.mcpReq;
    return await asTask(ctx, async () => {
      try {
        await market.orders.cancel(taskId, { signal });
      } catch (error) {
        // A call that has started runs to its end, which the task then shows.
        if (!(error instanceof ApiError && error.status === 409)) throw error;
      }
      return {};
    });
  });
  // A task of an order never asks for anything.
  server.setRequestHandler('tasks/update', { params: TASK_PARAMS }, async ({ taskId }, ctx) => {
    const { signal } = ctx.mcpReq;
    return await asTask(ctx, async () => {
      await market.orders.get(taskId, { signal });
      return {};
    });
  });
}
